import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { rowOf } from './drawer-steps.ts'
import { useShortcuts } from './shortcuts.ts'

/** Marks what opens a why panel, so that it gets the focus back. */
export const whyKey = (why: string) => `why/${why}`

/** What a why panel replaces beside the page: there is never a second drawer. */
const others = {
  attestation_id: undefined,
  artifact_name: undefined,
  artifact_fingerprint: undefined,
  member: undefined,
}

/** Opens the panel that explains a verdict, beside the page. */
export function WhyLink(props: {
  /** What the address says: a fingerprint, or a word of the page. */
  of: string
  /** "Why is prod-eu non-compliant?" */
  name: string
  /** Another environment, whose page has the panel. */
  place?: { org: string; env: string }
  className?: string
}) {
  const look = {
    'aria-label': props.name,
    title: `${props.name} (w)`,
    'data-why': true,
    className: clsx(
      'text-text underline decoration-line-strong underline-offset-3 hover:decoration-current',
      props.className,
    ),
  }
  if (props.place) {
    return (
      <Link
        to="/$org/environments/$env/running"
        params={props.place}
        search={{ why: props.of }}
        {...look}
      >
        Why?
      </Link>
    )
  }
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, ...others, why: props.of })}
      resetScroll={false}
      {...rowOf(whyKey(props.of))}
      {...look}
    >
      Why?
    </Link>
  )
}

/** Lets `w` ask why: of the row that has the focus, else of the page's own subject. */
export function useWhyKey(): void {
  useShortcuts([
    {
      key: 'w',
      label: 'Why this verdict?',
      run: () => {
        const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-why]')
        const own = document.querySelector<HTMLElement>('main [data-why]')
        ;(row ?? own)?.click()
      },
    },
  ])
}
