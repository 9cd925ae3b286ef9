import { type LinkProps, Link, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ListTree } from 'lucide-react'
import { useEffect } from 'react'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { overDrawer, rowOf } from './drawer-steps.ts'
import { useStale } from './use-stale.ts'
import { type Verdict, VerdictLabel } from './verdict.tsx'
import { whyTitle } from './why-title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A row of another page asked why: closing the panel leads back to it. */
    isWhyOfRow?: boolean
  }
}

/** The link by which a row asked why: its row gets the focus when the panel leads back to the list. */
const left = { by: '', isReturning: false }

/** Closes a panel that a row of another page has opened. */
export function returnToRow(history: { back: () => void }): void {
  left.isReturning = true
  history.back()
}

/** Marks what opens a why panel, so that it gets the focus back. */
export const whyKey = (why: string) => `why/${why}`

/** Drawers that a why panel replaces: there is never a second one. */
const others = {
  attestation_id: undefined,
  artifact_name: undefined,
  artifact_fingerprint: undefined,
  member: undefined,
}

/** Another page, which has the panel. */
export type WhyPage =
  | { org: string; env: string; snapshot?: string }
  | { org: string; flow: string; trail: string }
  | { org: string; flow: string; fingerprint: string; artifact_id: string }

function pageOf(page: WhyPage): LinkProps {
  if ('trail' in page) return { to: '/$org/flows/$flow/trails/$trail', params: page }
  if ('flow' in page) {
    const { artifact_id, ...params } = page
    const to = '/$org/flows/$flow/artifacts/$fingerprint'
    return { to, params, search: { artifact_id } }
  }
  return page.snapshot === undefined
    ? { to: '/$org/environments/$env/running', params: page }
    : { to: '/$org/environments/$env/snapshots/$snapshot', params: page }
}

/** Opens the panel that explains a verdict, beside the page. */
export function WhyLink(props: {
  /** Value in the address: a fingerprint, or a word of the page. */
  of: string
  /** "Why is prod-eu non-compliant?" */
  name: string
  page?: WhyPage
  /** At the end of a cell. */
  inRow?: boolean
  /** Seen only while its row has the pointer or the focus. */
  isQuiet?: boolean
  className?: string
}) {
  const look = {
    'aria-label': props.name,
    title: `${props.name} (w)`,
    'data-why': props.isQuiet ? 'quiet' : true,
    className: clsx(
      props.inRow
        ? 'text-meta md:ml-auto text-muted no-underline hover:underline max-md:-my-3 max-md:py-3'
        : 'text-text underline decoration-line-strong underline-offset-3 hover:decoration-current',
      props.isQuiet && 'print:hidden',
      props.className,
    ),
  }
  if (props.page) {
    const page = pageOf(props.page)
    return (
      <Link
        {...page}
        search={{ ...(page.search as object), why: props.of } as object}
        state={{ isWhyOfRow: true }}
        onClick={() => (left.by = props.name)}
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
      state={overDrawer}
      resetScroll={false}
      {...rowOf(whyKey(props.of))}
      {...look}
    >
      Why?
    </Link>
  )
}

/** In a drawer of evidence: replaces it by the panel that explains the page's verdict. */
export const DrawerWhy = (props: { of: string }) => (
  <Link
    to="."
    search={(search: object) => ({ ...search, ...others, why: props.of })}
    state={overDrawer}
    resetScroll={false}
    className={buttonClass()}
  >
    <Icon of={ListTree} small />
    Why
  </Link>
)

/** A verdict in a list, with the way to the page that explains it. */
export function VerdictWhy(props: {
  verdict: Verdict
  qualifiers?: Qualifiers
  of: string
  subject: string
  page: WhyPage
  /** Since when it is stale, or will be. */
  staleAt?: number | null
}) {
  const { verdict, qualifiers, of, subject, page, staleAt = null } = props
  const qualified = { verdict, qualifiers, isStale: useStale(staleAt) }
  return (
    <span data-verdict-cell className="flex min-w-0 flex-1 items-center gap-1.5">
      <VerdictLabel {...qualified} />
      <WhyLink
        of={of}
        name={whyTitle(subject, qualified)}
        page={page}
        inRow
        isQuiet={verdict === 'compliant'}
      />
    </span>
  )
}

/** Gives the focus to the row that asked, where a panel has led back to its list. */
function focusRowOfLink(): void {
  const links = document.querySelectorAll<HTMLElement>('main :is(tr, li) [data-why]')
  const link = [...links].find((one) => left.isReturning && one.ariaLabel === left.by)
  if (!link) return
  left.isReturning = false
  const row = link.closest('tr, li')
  ;(row?.querySelector<HTMLElement>('[data-row-link]') ?? link).focus()
}

/**
 * Lets `w` ask why: of the row that has the focus, else of the page's own subject.
 * @param question about that subject, as the search offers it
 */
export function useWhyKey(question = 'Why this verdict?'): void {
  const router = useRouter()
  // After the heading, which gets the focus of every page that one comes to.
  useEffect(() => router.subscribe('onRendered', focusRowOfLink), [router])
  useShortcuts([
    {
      key: 'w',
      label: question,
      icon: ListTree,
      run: () => {
        const row = document.activeElement?.closest('tr, li')
        const own = document.querySelector<HTMLElement>('main [data-why]:not(:is(tr, li) *)')
        ;(row?.querySelector<HTMLElement>('[data-why]') ?? own)?.click()
      },
    },
  ])
}
