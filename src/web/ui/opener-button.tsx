import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { controlClass } from './control.ts'
import { Icon } from './icon.tsx'

/** The button of a list to choose from, with what was chosen; the list adds what it does. */
export function OpenerButton(
  props: { icon: LucideIcon; isEmpty: boolean; children: ReactNode } & Omit<
    ComponentProps<'button'>,
    'children'
  >,
) {
  const { icon, isEmpty, children, ...button } = props
  return (
    <button
      type="button"
      {...button}
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the list adds the others
      role="combobox"
      data-placeholder={isEmpty ? '' : undefined}
    >
      <span className="min-w-0 flex-1 truncate max-md:wrap-anywhere max-md:whitespace-normal">
        {children}
      </span>
      <Icon of={icon} small className="shrink-0 text-muted" />
    </button>
  )
}

/** Look of such a button as a field. */
export const openerClass = `${controlClass} inline-flex items-center gap-2 text-left text-table data-placeholder:text-muted`
