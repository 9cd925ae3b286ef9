import { type LinkProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useShortcuts } from './shortcuts.ts'

/** A part of a page with an address of its own. */
export interface Tab {
  label: string
  /** Count of its contents, beside its label. */
  count?: string | undefined
  to: NonNullable<LinkProps['to']>
  /** Beside those of the page. */
  params?: object
  /** The other tabs lie below its address. */
  isExact?: boolean
  /** Where tabs differ by their search alone: the search, from the present one, and which is open. */
  search?: (search: never) => object
  isOpen?: boolean
}

const className =
  '-mb-px border-b-2 border-transparent forced-colors:border-[Canvas] py-2 text-table font-medium whitespace-nowrap text-muted transition-colors hover:text-text aria-[current]:border-accent forced-colors:not-focus-visible:outline-none forced-colors:aria-[current]:border-[Highlight] aria-[current]:text-text max-md:py-3'

/** The tabs of a page as links; the keys 1 to 9 open them. */
export function Tabs(props: { label: string; tabs: readonly Tab[]; params: object }) {
  const router = useRouter()
  const { tabs, params } = props
  const linkTo = (tab: Tab) =>
    ({
      to: tab.to,
      params: { ...params, ...tab.params },
      ...(tab.search && { search: tab.search }),
    }) as LinkProps
  useShortcuts(
    tabs.slice(0, 9).map((tab, index) => ({
      key: String(index + 1),
      label: `Tab ${tab.label}`,
      run: () => void router.navigate(linkTo(tab)),
    })),
  )
  const bar = useRef<HTMLElement>(null)
  // On phones the open tab may lie beyond the edge.
  useEffect(() => {
    const show = () => {
      const open = bar.current?.querySelector<HTMLElement>('[aria-current]')
      if (open) bar.current?.scrollTo({ left: open.offsetLeft - 64 })
    }
    show()
    return router.subscribe('onRendered', show)
  }, [router])
  return (
    <nav
      ref={bar}
      aria-label={props.label}
      className="relative mb-4 flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none] max-md:-mx-4 max-md:gap-4 max-md:px-4 print:hidden"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...linkTo(tab)}
          activeOptions={{
            exact: tab.isExact ?? false,
            includeSearch: tab.search !== undefined,
          }}
          activeProps={{ 'aria-current': 'page' }}
          aria-current={tab.isOpen ? 'page' : undefined}
          className={className}
        >
          {tab.label}
          {tab.count && <span className="ml-1.5 font-normal text-muted">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
