import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseSearch } from '../api/search-params.ts'
import { Icon } from '../ui/icon.tsx'
import { menuItemClass } from '../ui/popover.tsx'

/** The views of one owner; nothing where there are none. */
export function Group(props: { label: string; children: ReactNode[] }) {
  if (props.children.length === 0) return null
  return (
    <div role="group" aria-label={props.label}>
      <p aria-hidden="true" className="px-2 pt-2 pb-0.5 text-mini font-medium text-muted">
        {props.label}
      </p>
      {props.children}
    </div>
  )
}

/** A view, as a link to what it shows. */
export function ViewLink(props: {
  name: string
  search: string
  hash: string
  isDefault?: boolean
  isShown: boolean
  onClick: () => void
}) {
  return (
    <Link
      to="."
      search={parseSearch(props.search) as never}
      hash={props.hash}
      role="menuitemradio"
      aria-checked={props.isShown}
      className={menuItemClass}
      onClick={props.onClick}
    >
      <span className="w-3.5 shrink-0">{props.isShown && <Icon of={Check} small />}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{props.name}</span>
      {props.isDefault && <span className="text-meta text-muted">default</span>}
    </Link>
  )
}

/** What can be done with views, or why it cannot. */
export function Item(props: { refusal?: string | null; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      role="menuitem"
      className={`${menuItemClass} disabled:cursor-not-allowed disabled:text-muted`}
      disabled={Boolean(props.refusal)}
      title={props.refusal ?? undefined}
      onClick={props.onClick}
    >
      <span className="w-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{props.children}</span>
    </button>
  )
}
