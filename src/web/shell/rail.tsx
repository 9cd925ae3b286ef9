import { Link, useMatchRoute } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { store, useStored } from '#web/ui/browser-storage.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useControlKey } from '#web/ui/use-control-key.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { type Section, sections } from './sections.ts'

const itemClass =
  'flex h-8 items-center gap-2 rounded-base px-2 text-table font-medium text-muted no-underline transition-colors hover:bg-hover max-md:h-11 max-md:text-body'

/** The sections of an organization, below its name; folded it shows icons only. */
export function Rail(props: {
  org: string
  organization: ReactNode
  isFolded: boolean
  onNavigate?: () => void
}) {
  const isAt = useMatchRoute()
  const isAlso = ({ also }: Section) =>
    also !== undefined && Boolean(isAt({ to: also, params: { org: props.org }, fuzzy: true }))
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col gap-1 px-3 pt-2 pb-3">
      {props.organization}
      {sections.map((group, index) => (
        <ul key={index} className="grid gap-1 not-first:mt-3">
          {group.map((section) => (
            <li key={section.to}>
              <Link
                to={section.to}
                params={{ org: props.org }}
                activeOptions={{ includeSearch: false, exact: section.to === '/$org' }}
                className={clsx(itemClass, 'aria-[current]:bg-hover aria-[current]:text-text')}
                onClick={props.onNavigate}
                {...(isAlso(section) && { 'aria-current': 'true' })}
                {...(props.isFolded && { 'aria-label': section.label, title: section.label })}
              >
                {({ isActive }) => (
                  <>
                    <Icon
                      of={section.icon}
                      className={clsx((isActive || isAlso(section)) && 'text-accent')}
                    />
                    {!props.isFolded && section.label}
                  </>
                )}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** Folds and unfolds the rail; Ctrl/Cmd B does the same. */
export function RailFold(props: { isFolded: boolean; onFold: () => void }) {
  const label = props.isFolded ? 'Expand navigation' : 'Collapse navigation'
  return (
    <button
      type="button"
      className={clsx(itemClass, 'mx-3 mb-3 max-lg:hidden')}
      title={`${label}, Ctrl B`}
      aria-label={label}
      onClick={props.onFold}
    >
      <Icon of={props.isFolded ? PanelLeftOpen : PanelLeftClose} />
      {!props.isFolded && 'Collapse'}
    </button>
  )
}

const storageKey = 'cairn.rail'

/** Whether the rail is folded to icons: switched by Ctrl/Cmd B, remembered; always where it is narrow. */
export function useRailFold(): [isFolded: boolean, toggle: () => void] {
  const isFolded = useStored(storageKey) === 'folded'
  const hasRoom = useMediaQuery('(width >= 64rem)')
  const toggle = () => store(storageKey, isFolded ? 'open' : 'folded')
  useControlKey('b', (event) => {
    event.preventDefault()
    toggle()
  })
  return [isFolded || !hasRoom, toggle]
}
