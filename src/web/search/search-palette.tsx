import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FileCheck, Search } from 'lucide-react'
import { useState } from 'react'
import { nearestNames } from '#contract/search/search.ts'
import type { SearchKind } from '#contract/search/record-search.ts'
import { counted } from '#domain/common/counted.ts'
import { isHashStart, narrowedTo, readSearchText } from '#domain/search/search-text.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { type CommandGroup, CommandPalette } from '#web/ui/command-palette.tsx'
import { useOfferedActions } from '#web/ui/shortcuts.ts'
import { useNow } from '#web/ui/time.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { hashGroups, reasonGroup, typeGroup } from './further-rows.tsx'
import { NoMatch } from './no-match.tsx'
import { actionGroups, pageGroup, pagesWithin } from './page-rows.tsx'
import { PaletteFooter } from './palette-footer.tsx'
import { recordsQueryOf, recentGroup } from './recent-rows.tsx'
import { recentsOf, useRememberRecents } from './recents.ts'
import { recordGroups, recordIcons, type Shown } from './record-rows.tsx'
import { pageOf } from './record-page.ts'
import { holding, linkTo, type SearchGroup, type Target } from './rows.tsx'
import { knownRecordsQuery, recordsQuery } from './search.ts'

/** Text pasted, or typed faster than this, is one request: a burst would be refused as too many. */
const pauseMs = 30
/** Milliseconds after which an empty palette says that it searches: most answers come before. */
const silentMs = 150

const queryOf = ({ text, kind, verdict }: ReturnType<typeof readSearchText>) => ({
  ...(text && { q: text }),
  ...(kind && { kind }),
  ...(verdict && { verdict }),
})

interface PaletteProps {
  org: string
  user: string
  /** Text in the field; some may be typed before this is loaded. */
  typed: string
  setTyped: (typed: string) => void
  onClose: () => void
}

/** The search over the page, and what remembers meanwhile which records are opened. */
export default function SearchPalette(props: PaletteProps & { isOpen: boolean }) {
  useRememberRecents(props.org, props.user)
  return props.isOpen && <OpenPalette {...props} />
}

function OpenPalette({ org, user, typed, setTyped, onClose }: PaletteProps) {
  const router = useRouter()
  const now = useNow()
  const actions = useOfferedActions()
  const [recents] = useState(() => recentsOf(org, user))
  const search = readSearchText(typed)
  const { text, kind, verdict } = search
  const hasQuery = text !== '' || kind !== null || verdict !== null
  const debounced = useDebouncedValue(typed, pauseMs)
  const query = useQuery({
    ...recordsQuery(org, queryOf(readSearchText(debounced))),
    enabled: hasQuery && debounced !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const known = useQuery({
    ...knownRecordsQuery(org, recordsQueryOf(recents)),
    enabled: recents.length > 0 && !hasQuery,
    retry: false,
  })
  const isSearching = query.isFetching || debounced !== typed
  const shown: Shown = { router, org, text, now }
  const isWide = kind === null && verdict === null
  const isHash = isHashStart(text)
  const found = hasQuery ? query.data : undefined
  const records: SearchGroup[] = found
    ? [
        ...recordGroups(shown, found),
        ...(isWide || kind === 'type' ? [typeGroup(shown, found.types)] : []),
        reasonGroup(shown, found.reasons),
        ...(isHash ? hashGroups(shown, found) : []),
        ...(isWide
          ? pagesWithin(shown, found.flows.matches[0]?.name, found.environments.matches[0]?.name)
          : []),
      ]
    : []
  // Until the answer is there, the one before shows what of it fits.
  const fitting =
    query.isPlaceholderData || debounced !== typed
      ? records
          .filter((group) => kind === null || group.kind === kind)
          .map((group) => holding(text, group))
      : records
  const pages = isWide && text !== '' ? [pageGroup(router, org, text)] : []
  const groups = [
    ...(hasQuery ? [] : [recentGroup(shown, recents, known.data)]),
    ...pages,
    ...fitting,
    ...(isWide ? actionGroups(text, actions) : []),
  ].filter(({ rows }) => rows.length > 0)
  const isEmpty = groups.length === 0 && hasQuery
  const isNone = isEmpty && !isSearching && !query.isError
  const isAwaited = isEmpty && isSearching
  const isLongAwaited = useDebouncedValue(isAwaited, silentMs) && isAwaited
  const instead = useInstead(shown, { typed, isNone, setTyped })
  const narrow = (next: SearchKind | null) => setTyped(narrowedTo(typed, next))
  const withNarrowing = ({ kind: of, ...group }: SearchGroup): CommandGroup => ({
    ...group,
    ...(of !== null && of !== kind && { onNarrow: () => narrow(of) }),
  })
  return (
    <CommandPalette
      label="Search or jump to"
      text={typed}
      onText={setTyped}
      groups={(isNone ? instead : groups).map(withNarrowing)}
      status={statusOf(groups, isNone, isSearching)}
      isFirstAwaited={hasQuery && isSearching && pages.every(({ rows }) => rows.length === 0)}
      lead={
        <>
          {isNone && <NoMatch search={search} />}
          {isLongAwaited && (
            <p aria-hidden="true" className="shrink-0 px-4 py-3 text-table text-muted">
              Searching…
            </p>
          )}
          {query.isError && hasQuery && (
            <p className="shrink-0 px-4 py-3 text-table">
              Records could not be searched: {query.error.message}
            </p>
          )}
        </>
      }
      renderFooter={(andFocus) => (
        <PaletteFooter onNarrow={(next) => andFocus(() => narrow(next))()} />
      )}
      onClose={onClose}
    />
  )
}

/** Results in words, for who hears the page. */
function statusOf(groups: readonly SearchGroup[], isNone: boolean, isSearching: boolean): string {
  if (isNone) return 'Nothing found'
  if (isSearching) return 'Searching'
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0)
  return `${counted(rows, 'result')} in ${counted(groups.length, 'group')}`
}

/** Suggestions where nothing is found: names that are nearly so, and a wider search. */
function useInstead(
  { router, org, text }: Shown,
  search: { typed: string; isNone: boolean; setTyped: (text: string) => void },
): SearchGroup[] {
  const { typed, isNone, setTyped } = search
  const nearest = useQuery({
    ...endpointQuery(nearestNames, { org }, { text }),
    enabled: isNone && text !== '',
    retry: false,
  })
  const near = (nearest.data?.matches ?? []).map(({ type, id, name }) => ({
    id: `near ${type} ${id}`,
    icon: recordIcons[type],
    name: id,
    note: name ?? '',
    found: id,
    ...linkTo(router, pageOf(org, { kind: type, id })),
  }))
  const wider = {
    id: 'instead everything',
    icon: Search,
    name: text === '' ? 'Search everything' : `Search everything for “${text}”`,
    found: text,
    href: null,
    stays: true,
    run: () => setTyped(text),
  }
  const attestations = {
    id: 'instead attestations',
    icon: FileCheck,
    name: `Look for attestations called “${text}”`,
    found: text,
    ...linkTo(router, {
      to: '/$org/attestations',
      params: { org },
      search: { attestation_name: [text] },
    } as Target),
  }
  return [
    { label: 'Nearest names', kind: null, isInstead: true, rows: near },
    {
      label: 'Instead',
      kind: null,
      isInstead: true,
      rows: [...(typed.trim() === text ? [] : [wider]), ...(text === '' ? [] : [attestations])],
    },
  ]
}
