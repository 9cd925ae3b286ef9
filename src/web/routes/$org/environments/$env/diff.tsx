import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useParams } from '@tanstack/react-router'
import { ArrowLeftRight, FileText, Upload } from 'lucide-react'
import { useState } from 'react'
import {
  compareSnapshots,
  exportComparison,
  type SnapshotComparison,
} from '#contract/snapshot/comparison.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readSearch } from '#web/api/search-params.ts'
import { environmentQuery } from '#web/environment/queries.ts'
import { PageActions } from '#web/shell/page-actions.tsx'
import { becauseText, type KnownFailures } from '#web/snapshot/comparison/because.ts'
import {
  changeLabels,
  changeNames,
  comparisonSearch,
  isTurned,
  summaryText,
  turnParts,
} from '#web/snapshot/comparison/labels.ts'
import {
  comparisonQuery,
  comparisonQueryOf,
  sidesOf,
  swapped,
} from '#web/snapshot/comparison/queries.ts'
import { isFlip, RowsFrame } from '#web/snapshot/comparison/rows-frame.tsx'
import { SidesForm } from '#web/snapshot/comparison/sides-form.tsx'
import { useKnownFailures } from '#web/snapshot/comparison/use-known-failures.ts'
import { WhyChangedCard } from '#web/snapshot/comparison/why-changed.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { anyOf, oneOf, textFilter } from '#web/table/filter.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { IgnoredNote, Note } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { Loading, SkeletonRows } from '#web/ui/skeleton.tsx'

const searchOf = (raw: Record<string, unknown>) => readSearch(comparisonSearch, raw)

export const Route = createFileRoute('/$org/environments/$env/diff')({
  validateSearch: searchOf,
  // Not by `loaderDeps`: other sides are the same page, whose rows stay until the new ones come.
  loader: ({ context: { queryClient }, params: { org, env }, location }) => {
    const { change, q: _, verdict_changed: __, ...sides } = searchOf(location.search)
    const query = comparisonQuery(org, env, sides, change?.includes('unchanged') === true)
    return Promise.all([
      queryClient.ensureQueryData(environmentQuery(org, env)),
      // Never fails: the page says which side is not there.
      queryClient.prefetchQuery(query),
    ])
  },
  pendingComponent: DiffPending,
  component: DiffPage,
  staticData: { crumb: 'Compare' },
})

function DiffPage() {
  const { org, env } = Route.useParams()
  const { change, q, verdict_changed, ignored, ...own } = Route.useSearch()
  const navigate = Route.useNavigate()
  const showsUnchanged = change?.includes('unchanged') === true
  const query = useQuery(comparisonQuery(org, env, own, showsUnchanged))
  const [last, setLast] = useState(query.data)
  if (query.data && query.data !== last) setLast(query.data)
  const refusal = query.error instanceof ApiError && !query.error.isTemporary ? query.error : null
  const comparison = refusal ? undefined : (query.data ?? last)
  const known = useKnownFailures(org, comparison)
  const sides = sidesOf(env, own)
  const narrow = (next: Partial<ReturnType<typeof searchOf>>) =>
    void navigate({ search: ({ ignored: _, ...rest }) => ({ ...rest, ...next }) })
  const swap = () => {
    const to = swapped(env, own)
    void navigate({
      params: { org, env: to.env },
      search: (rest) => ({ ...rest, ...to.search }),
    })
  }
  const toggleUnchanged = () => narrow({ change: showsUnchanged ? undefined : [...changeNames] })
  useShortcuts([
    { key: 's', label: 'Swap both sides', icon: ArrowLeftRight, run: swap },
    { key: 'u', label: 'Show or hide what is unchanged', run: toggleUnchanged },
    { key: 'm', label: 'Copy as Markdown', icon: FileText, run: () => void copy() },
  ])
  const text = q?.toLowerCase() ?? ''
  const rows = (comparison?.rows ?? []).filter((row) => {
    if (change && !change.includes(row.change)) return false
    if (verdict_changed && !isFlip(row)) return false
    return [row.before, row.after].some(
      (side) =>
        side &&
        [side.name, side.fingerprint, side.flow_name, side.git_commit].some((one) =>
          one.toLowerCase().includes(text),
        ),
    )
  })
  const copy = async () => {
    if (!comparison) return
    const { comparisonMarkdown } = await import('#web/snapshot/comparison/markdown.ts')
    await copyText(comparisonMarkdown(comparison, { rows, known }, location.href), 'Markdown')
  }
  const name = textFilter('Artifact or fingerprint', q, (value) => narrow({ q: value }))
  const filter = anyOf(
    'Change',
    changeNames.map((value) => ({ value, label: changeLabels[value] })),
    change,
    (some) => narrow({ change: some }),
  )
  const verdict = oneOf(
    'Verdict',
    [{ value: 'changed', label: 'Changed' }],
    verdict_changed ? 'changed' : undefined,
    (value) => narrow({ verdict_changed: value && true }),
  )
  const clear = () => narrow({ change: undefined, q: undefined, verdict_changed: undefined })
  const elsewhere = comparison && {
    icon: Upload,
    label: `Can I deploy #${comparison.head.index} elsewhere?`,
    hint: '',
    run: () =>
      void navigate({
        to: '/$org/can-i-deploy',
        params: { org },
        search: { snapshot: `${comparison.head.environment_name}#${comparison.head.index}` },
      }),
  }
  return (
    <Page
      title={['Compare', env, 'Environments', org]}
      heading="Compare"
      lead={comparison && <Turned comparison={comparison} known={known} />}
      facts={comparison && <span>{summaryText(comparison)}</span>}
      actions={
        <>
          <Button onClick={() => void copy()}>Copy as Markdown</Button>
          <PageActions
            call={{
              endpoint: compareSnapshots,
              params: { org },
              query: () => comparisonQueryOf(env, own, showsUnchanged),
            }}
            exports={exportComparison}
            own={elsewhere ? [elsewhere] : []}
          />
          <Link
            to="/$org/environments/$env/running"
            params={{ org, env: sides.head.env }}
            search={{ why: 'environment' }}
            className={buttonClass(comparison && isTurned(comparison) ? { kind: 'primary' } : {})}
          >
            Why?
          </Link>
        </>
      }
    >
      <IgnoredNote ignored={ignored} />
      <SidesForm
        org={org}
        {...sides}
        found={comparison}
        errors={refusal?.errors ?? {}}
        onSwap={swap}
        onChange={({ base, head }) =>
          void navigate({
            search: (rest) => ({
              ...rest,
              base: base.at,
              head: head.at,
              head_env: head.env === env ? undefined : head.env,
            }),
          })
        }
      />
      {query.isError && !refusal && (
        <div className="mb-3">
          <LoadFailed what="The comparison" onRetry={query.refetch} />
        </div>
      )}
      {refusal && Object.keys(refusal.errors).length === 0 && <Note>{refusal.message}</Note>}
      {comparison && (
        <>
          <WhyChangedCard org={org} comparison={comparison} known={known} />
          <FilterBar name={name} filters={[filter, verdict]} onClear={clear} />
          <RowsFrame
            org={org}
            comparison={comparison}
            rows={rows}
            filters={[{ ...name, label: 'Text' }, filter, verdict]}
            isBusy={query.isFetching && !query.data}
            showsUnchanged={showsUnchanged}
            onClear={clear}
            onUnchanged={toggleUnchanged}
          />
        </>
      )}
    </Page>
  )
}

/** How the verdict turned, and why. */
function Turned({ comparison, known }: { comparison: SnapshotComparison; known: KnownFailures }) {
  const { start, verdict, rest } = turnParts(comparison)
  const because = becauseText(comparison, known)
  return (
    <>
      {start} <b>{verdict}</b>
      {rest}
      {because && `, because ${because}`}.
    </>
  )
}

function DiffPending() {
  const { org = '', env = '' } = useParams({ strict: false })
  return (
    <Page
      title={['Compare', env, 'Environments', org]}
      heading="Compare"
      lead={<Loading />}
      facts={<Loading />}
    >
      <div className="mb-4 h-[3.625rem] max-md:h-[10rem]" />
      <SkeletonRows rows={12} />
    </Page>
  )
}
