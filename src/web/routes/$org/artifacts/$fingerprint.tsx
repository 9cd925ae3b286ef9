import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import type { ArtifactSummary } from '#contract/artifact/artifact.ts'
import type { SeenArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { commitOf } from '#web/artifact/commit.ts'
import {
  fingerprintRule,
  FingerprintSearch,
  readFingerprint,
} from '#web/artifact/fingerprint-search.tsx'
import { artifactsKnownQuery } from '#web/artifact/queries.ts'
import { SeenCard } from '#web/artifact/seen-card.tsx'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { Fingerprint, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { VerdictLabel, verdictOfState } from '#web/domain-ui/verdict.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { CommitLine } from '#web/trail/commit-line.tsx'
import { Frame } from '#web/ui/card.tsx'
import { FirstSteps } from '#web/ui/first-steps.tsx'
import { StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { AllowAction } from './-allow-action.tsx'

export const Route = createFileRoute('/$org/artifacts/$fingerprint')({
  loader: async ({ context: { queryClient }, params: { org, fingerprint: text } }) => {
    const fingerprint = readFingerprint(text)
    if (!fingerprint) return
    const { data, seen } = await queryClient.fetchQuery(artifactsKnownQuery(org, fingerprint))
    const [only, second] = data
    if (!only || second || seen.length > 0) return
    throw redirect({
      to: '/$org/flows/$flow/artifacts/$fingerprint',
      params: { org, flow: only.flow_name, fingerprint: only.fingerprint },
      replace: true,
    })
  },
  component: FoundPage,
  staticData: { crumb: '$fingerprint' },
})

const columns = columnsOf<ArtifactSummary>((column) => [
  column({
    id: 'verdict',
    header: 'Verdict',
    cell: ({ row: { original } }) => (
      <VerdictLabel verdict={verdictOfState[original.state]} qualifiers={original.qualifiers} />
    ),
  }),
  column({
    id: 'name',
    header: 'Artifact',
    meta: { card: 'top' },
    cell: ({ row }) => <ArtifactLink artifact={row.original} />,
  }),
  column({
    id: 'flow',
    header: 'Flow',
    cell: ({ row: { original } }) => original.flow_name,
  }),
  column({
    id: 'fingerprint',
    header: 'Fingerprint',
    cell: ({ row: { original } }) => <Fingerprint value={original.fingerprint} />,
  }),
  column({
    id: 'commit',
    header: 'Commit',
    meta: { hideOrder: 1, card: 'below' },
    cell: ({ row: { original } }) => <CommitLine commit={commitOf(original)} />,
  }),
  timeColumn<ArtifactSummary>(
    { id: 'built', header: 'Built', meta: { card: 'end' } },
    ({ created_at }) => created_at,
  ),
])

function FoundPage() {
  const { org, fingerprint: text } = Route.useParams()
  const fingerprint = readFingerprint(text)
  return fingerprint ? (
    <Found org={org} fingerprint={fingerprint} />
  ) : (
    <Page title={['No fingerprint', org]} heading="This is no fingerprint">
      <p className="max-w-[72ch] wrap-anywhere text-muted">
        <code className="font-mono text-code text-text">{text}</code> names no artifact.{' '}
        {fingerprintRule}
      </p>
      <FingerprintSearch org={org} text={text} />
    </Page>
  )
}

function Found(props: { org: string; fingerprint: string }) {
  const { org, fingerprint } = props
  const query = useSuspenseQuery(artifactsKnownQuery(org, fingerprint))
  const { data, has_more: hasMore, seen } = query.data
  if (data.length === 0 && seen.length > 0) return <SeenPage org={org} seen={seen} />
  if (data.length === 0) {
    return (
      <Page title={['Unknown artifact', org]} heading="Unknown artifact">
        <p className="max-w-[72ch] wrap-anywhere text-muted">
          No flow of {org} knows an artifact whose fingerprint is, or starts with,{' '}
          <code className="font-mono text-code text-text">{fingerprint}</code>.
        </p>
        <FingerprintSearch key={fingerprint} org={org} text={fingerprint} />
      </Page>
    )
  }
  return (
    <Page
      title={[fingerprint.slice(0, 12), 'Artifacts', org]}
      heading={<span className="font-mono">{fingerprint.slice(0, 12)}</span>}
      facts={
        <span>
          {hasMore && 'more than '}
          <span className="font-medium text-text">{data.length}</span>
          {fingerprint.length === 64 ? 'flows know this fingerprint' : 'matches in all flows'}
        </span>
      }
    >
      <StaleNote what="The artifacts" query={query} />
      <Frame>
        <DataTable
          caption="Artifacts found"
          columns={columns}
          rows={data}
          rowId={(artifact) => artifact.artifact_id}
        />
        {hasMore && (
          <p className="border-t border-line px-4 py-3 text-table text-muted">
            These are the first {data.length}. More characters of the fingerprint find fewer.
          </p>
        )}
      </Frame>
      {seen.length > 0 && <SeenCards org={org} seen={seen} />}
    </Page>
  )
}

function ArtifactLink(props: { artifact: ArtifactSummary }) {
  const { org } = Route.useParams()
  const { flow_name: flow, fingerprint, filename } = props.artifact
  return (
    <Link
      to="/$org/flows/$flow/artifacts/$fingerprint"
      params={{ org, flow, fingerprint }}
      data-row-link
      title={filename}
      className="font-medium text-text hover:underline max-md:wrap-anywhere"
    >
      <ImageName name={filename} />
    </Link>
  )
}

/** Artifacts only seen running: where, and how to report builds. */
function SeenPage(props: { org: string; seen: readonly SeenArtifact[] }) {
  const { org, seen } = props
  const [only, second] = seen
  const heading = only && !second ? only.name : 'Artifacts without provenance'
  return (
    <Page
      title={[heading, 'Artifacts', org]}
      heading={only && !second ? <ArtifactName filename={only.name} /> : heading}
      facts={<span>No flow of {org} has reported it: seen running only</span>}
    >
      <SeenCards org={org} seen={seen} />
    </Page>
  )
}

function SeenCards(props: { org: string; seen: readonly SeenArtifact[] }) {
  const { org, seen } = props
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      {seen.map((artifact) => (
        <SeenCard
          key={artifact.fingerprint}
          org={org}
          artifact={artifact}
          actions={<AllowAction org={org} artifact={artifact} />}
          fix={
            <FirstSteps
              steps={[
                {
                  title: 'Report the build that made it; then its evidence shows here',
                  call: reportArtifactCall(org, {
                    filename: artifact.name,
                    fingerprint: artifact.fingerprint,
                  }),
                },
              ]}
            />
          }
        />
      ))}
    </div>
  )
}
