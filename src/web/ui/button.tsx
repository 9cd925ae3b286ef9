import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** Kinds of button; one `primary` per page at most. */
export interface ButtonLook {
  kind?: 'plain' | 'primary' | 'quiet'
  /** `small` is for card headers and cells. */
  size?: 'normal' | 'small'
  /** Square, for an icon alone: needs an accessible name. */
  icon?: boolean
}

const kinds: Record<NonNullable<ButtonLook['kind']>, string> = {
  plain: 'border-line-strong bg-bg text-text hover:bg-hover',
  primary: 'border-accent bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-text',
}

/** Classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = {}): string {
  const small = look.size === 'small'
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-base border font-medium whitespace-nowrap no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-55',
    kinds[look.kind ?? 'plain'],
    small ? 'h-6 text-meta' : 'h-8 text-table max-md:h-11',
    small && (look.icon ? 'w-6 max-md:size-11' : 'px-2 max-md:h-11 max-md:px-3'),
    !small && (look.icon ? 'w-8 max-md:w-11' : 'px-3'),
  )
}

/** A button; `type` is `button` unless said otherwise. */
export function Button({
  kind,
  size,
  icon,
  className,
  ...rest
}: ButtonLook & ComponentProps<'button'>) {
  const look = { ...(kind && { kind }), ...(size && { size }), ...(icon && { icon }) }
  return <button type="button" {...rest} className={clsx(buttonClass(look), className)} />
}
