import type { ComponentProps } from 'react'

/** Look of a control to fill in. */
export const controlClass =
  'min-h-8 w-full min-w-0 rounded-base border border-control-border bg-bg px-2.5 py-1 hover:border-text aria-invalid:border-text aria-invalid:inset-ring aria-invalid:inset-ring-text disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface disabled:text-muted max-md:min-h-11 max-md:text-lead'

/** Props of a control's button: what connects it with its label, its note and its form. */
export type OpenerProps = Pick<
  ComponentProps<'button'>,
  | 'id'
  | 'ref'
  | 'disabled'
  | 'className'
  | 'onBlur'
  | 'aria-label'
  | 'aria-invalid'
  | 'aria-describedby'
>
