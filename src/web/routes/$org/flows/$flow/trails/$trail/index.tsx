import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { downloadTrailPackage } from '#contract/audit-package/audit-package.ts'
import { type Trail, getTrail, neighbourQuery } from '#contract/trail/trail.ts'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { readSearch } from '#web/api/search-params.ts'
import { EnvironmentLines } from '#web/artifact/environment-lines.tsx'
import { versionsOf } from '#web/attestation/drawer/versions.ts'
import { attestationQuery } from '#web/attestation/queries.ts'
import { TroubleLink } from '#web/attestation/trouble-link.tsx'
import { PullRequestLinks } from '#web/attestation/types/pull-request.tsx'
import { rowIdOf, useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { verdictOfState, VerdictPill, verdicts } from '#web/domain-ui/verdict.tsx'
import { useWhyKey, WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { ArchivedNote } from '#web/flow/flow-page.tsx'
import {
  OverridableAttestation,
  useDrawerPreload,
} from '#web/routes/$org/flows/$flow/-attestation-drawer.tsx'
import { EvidenceSummaries, useEvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { hasArtifact, loadTrail } from '#web/routes/$org/flows/$flow/trails/-load-trail.ts'
import {
  useCompareAction,
  useMarkdownAction,
  useOverrideAction,
} from '#web/routes/$org/flows/$flow/trails/-actions.ts'
import {
  CopyArtifactReport,
  CopyReport,
  NothingYet,
  StatusLinks,
} from '#web/routes/$org/flows/$flow/trails/-status.tsx'
import { useRequests, useSidePosition } from '#web/routes/$org/flows/$flow/trails/-side.tsx'
import { TrailWhy } from '#web/routes/$org/flows/$flow/trails/-trail-why.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { ranges } from '#web/table/time-range.ts'
import { NeighbourLinks } from '#web/trail/neighbour-links.tsx'
import { listFiltersOf, trailQuery } from '#web/trail/queries.ts'
import {
  attestationIdsOf,
  attestationOfType,
  describeTrouble,
  qualifiersWith,
  firstTrouble,
  slotGroupsOf,
  targetOf,
} from '#web/trail/slots.ts'
import { StatusCard } from '#web/trail/status-card.tsx'
import { ownDescription, TrailFacts } from '#web/trail/trail-facts.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { Bone, Loading, SkeletonRows } from '#web/ui/skeleton.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'

/** The filters are those of the list that one came from: neighbours are found by them. */
const search = z.extend(neighbourQuery, {
  range: z.optional(z.enum(ranges)),
  attestation_id: z.optional(z.string()),
  why: z.optional(z.enum(['trail'])),
  lane: z.optional(z.array(z.string())),
  type: z.optional(z.array(z.string())),
})

const searchOf = (raw: Record<string, unknown>) => readSearch(search, raw)

const TimelineCard = suspendingPart(() => import('#web/trail/timeline/timeline-card.tsx'))
const ArtifactsCard = suspendingPart(() => import('#web/trail/artifacts-card.tsx'))
const VerdictHistoryCard = suspendingPart(() => import('#web/trail/verdict-history-card.tsx'))

export const Route = createFileRoute('/$org/flows/$flow/trails/$trail/')({
  validateSearch: searchOf,
  // The drawer loads beside the page: opening one must not reload what is under it.
  loader: ({ context: { queryClient }, params: { org, flow, trail }, location }) => {
    const { attestation_id, why: _, ...list } = searchOf(location.search)
    if (attestation_id) void queryClient.prefetchQuery(attestationQuery(org, attestation_id))
    const cards = [TimelineCard, ArtifactsCard, VerdictHistoryCard]
    return Promise.all([
      loadTrail(queryClient, { org, flow, trail, filters: listFiltersOf(list) }),
      Promise.allSettled(cards.map(({ preload }) => preload())),
    ])
  },
  pendingComponent: () => (
    <Page title={['Trail']} heading={<Loading />} facts={<Bone width={320} />}>
      <SkeletonRows rows={8} />
    </Page>
  ),
  component: TrailPage,
})

function TrailPage() {
  const { org, flow, trail: trailName } = Route.useParams()
  const { attestation_id, why, lane, type, ignored, ...list } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(trailQuery(org, flow, trailName))
  const trail = query.data
  const groups = slotGroupsOf(trail)
  const rows = groups.flatMap(({ slots }) =>
    slots.map(({ attestationId, overriddenId }) => ({ id: attestationId, overriddenId })),
  )
  const rowIds = attestationIdsOf(groups)
  const effective = [...rowIds, ...rows.flatMap(({ overriddenId }) => overriddenId ?? [])]
  const rowId = rowIdOf(attestation_id, rows)
  const summaries = useEvidenceSummaries(org, rowIds)
  const qualified = {
    verdict: verdictOfState[trail.compliance_state],
    qualifiers: qualifiersWith(summaries, trail),
  }
  const filters = listFiltersOf(list)
  const isPhone = useIsPhone()
  const steps = useDrawerSteps(rowId, rowIds, (id) => {
    void navigate({ search: (old) => ({ ...old, attestation_id: id }), resetScroll: false })
  })
  const pulls = attestationOfType(groups, 'pull_request')
  const markdown = useMarkdownAction({ org, trail, groups })
  const override = useOverrideAction({ org, trail, groups })
  const compare = useCompareAction({ org, flow, trail: trailName })
  useVerdictAnnouncement(trail)
  useWhyKey(whyTitle(trail.name, qualified))
  useDrawerPreload(org, flow, trailName)

  const description = ownDescription(trail)
  const requests = useRequests(org, flow, trailName)
  const side = useSidePosition((attestation_id ?? why) !== undefined)
  const history = (
    <Block trail={trail} what="verdict history">
      <VerdictHistoryCard org={org} flow={flow} trail={trailName} />
    </Block>
  )

  return (
    <Page
      title={[trail.name, flow, org]}
      heading={trail.name}
      isCovered={isPhone && (attestation_id ?? why) !== undefined}
      beside={
        <>
          <VerdictPill {...qualified} />
          <WhyLink
            of="trail"
            name={whyTitle(trail.name, qualified)}
            className="max-md:-my-3 max-md:py-3"
          />
          <TroubleLink
            text={describeTrouble(groups, summaries)}
            attestationId={firstTrouble(groups)}
          />
        </>
      }
      facts={
        <TrailFacts
          org={org}
          trail={trail}
          filters={filters}
          pullRequests={pulls && <PullRequestLinks org={org} attestationId={pulls} />}
        />
      }
      actions={
        <>
          <NeighbourLinks org={org} flow={flow} trail={trailName} filters={filters} />
          <PageActions
            call={{ endpoint: getTrail, params: { org, flow_name: flow, trail_name: trailName } }}
            auditPackage={downloadTrailPackage}
            own={[override, ...compare, markdown]}
          />
        </>
      }
    >
      <ArchivedNote org={org} flow={trail.flow.name} archivedAt={trail.flow.archived_at} />
      {description && (
        <p className="-mt-2 mb-4 max-w-[72ch] text-table wrap-anywhere">{description}</p>
      )}
      <IgnoredNote ignored={ignored} />
      <StaleNote what="The trail" query={query} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {side === 'first' && requests.card}
        <div
          className={clsx(
            'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
            side === 'beside' && '@min-[57.5rem]/main:grid-cols-[minmax(0,1fr)_20.5rem]',
          )}
        >
          <EvidenceSummaries org={org} ids={rowIds}>
            <StatusCard
              groups={groups}
              links={<StatusLinks org={org} trail={trail} />}
              selectedId={rowId}
              renderFingerprint={(fingerprint) => (
                <FingerprintLink org={org} flow={flow} value={fingerprint} />
              )}
              renderFill={(group, slot) => (
                <CopyReport org={org} trail={trail} group={group} slot={slot} />
              )}
              renderRequest={requests.renderMark}
              waiting={requests.count}
              renderArtifactFill={(group) => (
                <CopyArtifactReport org={org} trail={trail} group={group} />
              )}
              empty={<NothingYet org={org} trail={trail} />}
            />
          </EvidenceSummaries>
          {side === 'beside' && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {requests.card}
              {history}
            </div>
          )}
        </div>
        <Block trail={trail} what="timeline">
          <TimelineCard
            trail={trail}
            groups={groups}
            filter={{ lane, type }}
            onFilter={(filter) =>
              void navigate({
                search: (old) => ({ ...old, lane: filter.lane, type: filter.type }),
                resetScroll: false,
              })
            }
          />
        </Block>
        {hasArtifact(groups) && (
          <Block trail={trail} what="list of artifacts">
            <ArtifactsCard
              org={org}
              trail={trail}
              groups={groups}
              found={summaries}
              renderEnvironments={(fingerprint) => (
                <EnvironmentLines org={org} fingerprint={fingerprint} />
              )}
            />
          </Block>
        )}
        {side === 'last' && requests.card}
        {side !== 'beside' && history}
      </div>
      {!attestation_id && (
        <TrailWhy
          {...{ org, trail, groups, found: summaries, renderRequest: requests.renderLink }}
        />
      )}
      {attestation_id && (
        <OverridableAttestation
          subject={{
            org,
            flow,
            trail: trailName,
            attestationId: attestation_id,
            effective,
            target: targetOf(trail, attestation_id),
            versions: versionsOf(trail, attestation_id, effective),
          }}
          steps={steps}
          why="trail"
        />
      )}
    </Page>
  )
}

/** A part of the page that loads by itself, and that does not take the others with it. */
function Block(props: { trail: Trail; what: string; children: ReactNode }) {
  return (
    <Boundary resetKey={props.trail} fallback={<Note>The {props.what} could not be shown.</Note>}>
      <Suspense fallback={<BlockPending />}>{props.children}</Suspense>
    </Boundary>
  )
}

function BlockPending() {
  return (
    <div className="h-40 rounded-card border border-line px-4 py-3" aria-hidden="true">
      <Bone width={132} />
    </div>
  )
}

/** A verdict that changes while one looks is said, not only drawn. */
function useVerdictAnnouncement(trail: Trail) {
  const { label } = verdicts[verdictOfState[trail.compliance_state]]
  const said = useRef({ id: trail.id, label })
  useEffect(() => {
    if (said.current.id === trail.id && said.current.label !== label) announce(`Now ${label}`)
    said.current = { id: trail.id, label }
  }, [trail.id, label])
}
