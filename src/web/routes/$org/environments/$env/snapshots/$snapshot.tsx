import { useSuspenseQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, createFileRoute, Link, useSearch } from '@tanstack/react-router'
import { downloadSnapshotPackage } from '#contract/audit-package/audit-package.ts'
import { getSnapshotPage, exportSnapshotArtifacts } from '#contract/snapshot/snapshot-page.ts'
import { counted } from '#domain/common/counted.ts'
import { ApiError } from '#web/api/api-error.ts'
import { loadWithPage } from '#web/api/list-query.ts'
import { readSearch, useSearchChange } from '#web/api/search-params.ts'
import { useStale } from '#web/domain-ui/use-stale.ts'
import { verdictOfRunning, VerdictPill } from '#web/domain-ui/verdict.tsx'
import { useWhyKey, WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { EnvironmentTabs } from '#web/environment/environment-page.tsx'
import { environmentQuery } from '#web/environment/queries.ts'
import { ErrorPage } from '#web/routes/-error-page.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { ArtifactsCard } from '#web/snapshot/artifacts-card.tsx'
import { GoToTime } from '#web/snapshot/go-to-time.tsx'
import { closed, Instances } from '#web/snapshot/instances.tsx'
import { EvaluatedBy, EvaluatedNow } from '#web/snapshot/evaluated-by.tsx'
import { evaluatedNowQuery, newest, snapshotQuery } from '#web/snapshot/queries.ts'
import { Scrubber } from '#web/snapshot/scrubber.tsx'
import { filtersIn, snapshotSearch } from '#web/snapshot/search.ts'
import { SearchedMoment, SnapshotFacts, SnapshotSteps } from '#web/snapshot/snapshot-steps.tsx'
import { clearing } from '#web/table/filter.ts'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { Bone, Loading, SkeletonRows } from '#web/ui/skeleton.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'

const searchOf = (raw: Record<string, unknown>) => readSearch(snapshotSearch, raw)

export const Route = createFileRoute('/$org/environments/$env/snapshots/$snapshot')({
  validateSearch: searchOf,
  loader: async ({ context: { queryClient }, params: { org, env, snapshot } }) => {
    const [page] = await Promise.all([
      queryClient.ensureQueryData(snapshotQuery(org, env, snapshot)),
      queryClient.ensureQueryData(environmentQuery(org, env)),
    ])
    const evaluated = evaluatedNowQuery(org, env, page)
    if (evaluated.enabled) await loadWithPage(queryClient, evaluated)
  },
  pendingComponent: () => (
    <Page title={['Snapshot']} heading={<Loading />} facts={<Bone width={320} />}>
      <SkeletonRows rows={12} />
    </Page>
  ),
  errorComponent: UnknownSnapshot,
  component: SnapshotRoute,
  staticData: { crumb: '$snapshot' },
})

function SnapshotRoute() {
  const { org, env, snapshot: expression } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(snapshotQuery(org, env, expression))
  const snapshot = query.data
  const { index, artifacts, reporting } = snapshot
  const { data: environment } = useSuspenseQuery(environmentQuery(org, env))
  const qualified = {
    verdict: verdictOfRunning(snapshot.state),
    qualifiers: snapshot.qualifiers,
    isStale: useStale(snapshot.to === null ? environment.stale_at : null),
  }
  const { why } = useSearch({ strict: false })
  const isPhone = useIsPhone()
  useWhyKey()
  const narrow = useSearchChange<typeof search>()
  const open = (to: number) =>
    void navigate({
      params: (old) => ({ ...old, snapshot: String(to) }),
      search: (old) => ({ ...old, ...closed, at: undefined }),
      resetScroll: false,
    })
  return (
    <Page
      title={[`Snapshot #${index}`, env, 'Environments', org]}
      heading={`Snapshot #${index}`}
      isCovered={isPhone && why !== undefined}
      beside={
        <>
          <VerdictPill {...qualified} />
          <WhyLink
            of="environment"
            name={whyTitle(`snapshot #${index}`, qualified)}
            className="max-md:-my-3 max-md:py-3"
          />
          <span className="text-muted">
            of{' '}
            <Link
              to="/$org/environments/$env/running"
              params={{ org, env }}
              className="text-text hover:underline"
            >
              {env}
            </Link>
          </span>
        </>
      }
      facts={<SnapshotFacts snapshot={snapshot} />}
      actions={
        <>
          <SnapshotSteps org={org} env={env} snapshot={snapshot} onOpen={open} />
          <GoToTime org={org} env={env} />
          <PageActions
            call={{
              endpoint: getSnapshotPage,
              params: { org, env_name: env, snapshot_expression: String(index) },
              query: () => filtersIn(search),
            }}
            exports={exportSnapshotArtifacts}
            auditPackage={downloadSnapshotPackage}
          />
        </>
      }
    >
      <EnvironmentTabs org={org} env={env} />
      <IgnoredNote ignored={search.ignored} />
      <StaleNote what="The snapshot" query={query} />
      {search.at !== undefined && <SearchedMoment org={org} env={env} at={search.at} />}
      <EvaluatedBy org={org} policies={snapshot.policies} />
      <EvaluatedNow org={org} env={env} snapshot={snapshot} />
      <div className="mb-4">
        <Scrubber snapshot={snapshot} onOpen={open} />
      </div>
      {snapshot.running_count === 0 && (
        <p className="mb-3 text-table">
          Nothing ran: the report was of no artifact, which is a snapshot like any other.
        </p>
      )}
      {artifacts.length > 0 && (
        <ArtifactsCard
          org={org}
          env={env}
          caption={`${counted(artifacts.length, 'artifact')} in snapshot #${index} of ${env}`}
          artifacts={artifacts}
          search={search}
          reporting={reporting}
          withChange
          narrow={narrow}
          onClear={() => narrow(clearing(search))}
        />
      )}
      <Instances
        org={org}
        env={env}
        index={index}
        artifacts={artifacts}
        open={search}
        onClose={() => narrow(closed)}
      />
    </Page>
  )
}

/** Sentence instead of a snapshot; null where the error is about something else. */
function sentenceOf(error: unknown, what: string, env: string): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 400) {
    return `${what} is no snapshot: write a number, latest, ~1 or @{2.hours.ago}.`
  }
  if (error.code === 'snapshot_not_found') return `There is no snapshot ${what} in ${env}.`
  return error.code === 'no_snapshot_yet' ? `Nothing was reported in ${env} yet.` : null
}

/** A number that is too high, or a moment before the first: leads to the newest. */
function UnknownSnapshot(props: ErrorComponentProps) {
  const { org, env, snapshot } = Route.useParams()
  const { error } = props
  const what = /^\d+$/.test(snapshot) ? `#${snapshot}` : `“${snapshot}”`
  const sentence = sentenceOf(error, what, env)
  // An environment that is unknown has no newest snapshot either.
  if (sentence === null) return <ErrorPage {...props} />
  const isEmpty = error instanceof ApiError && error.code === 'no_snapshot_yet'
  return (
    <Page title={['Unknown snapshot', env, org]} heading="Unknown snapshot">
      <EnvironmentTabs org={org} env={env} />
      <p className="max-w-[72ch] text-table wrap-anywhere">
        {sentence}{' '}
        {!isEmpty && (
          <Link
            to="/$org/environments/$env/snapshots/$snapshot"
            params={{ org, env, snapshot: newest.word }}
            className="text-accent underline"
          >
            Go to the newest
          </Link>
        )}
      </p>
    </Page>
  )
}
