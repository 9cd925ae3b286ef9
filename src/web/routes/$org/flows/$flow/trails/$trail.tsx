import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Trail } from '#contract/trail.ts'
import { PageActions } from '../../../../../action/page-actions.tsx'
import { readSearch } from '../../../../../api/search-params.ts'
import { attestationQuery } from '../../../../../attestation/queries.ts'
import { reportCall } from '../../../../../attestation/report-call.ts'
import { reportArtifactCall } from '../../../../../trail/artifact-call.ts'
import { CommitLine } from '../../../../../trail/commit-line.tsx'
import { trailQuery } from '../../../../../trail/queries.ts'
import {
  attestationIdsOf,
  targetOf,
  describeTrouble,
  type Slot,
  type SlotGroup,
  slotGroupsOf,
} from '../../../../../trail/slots.ts'
import { rowAttribute, StatusCard } from '../../../../../trail/status-card.tsx'
import { announce } from '../../../../../ui/announcer.tsx'
import { Boundary } from '../../../../../ui/boundary.tsx'
import { CallBox } from '../../../../../ui/call-box.tsx'
import { CopyButton } from '../../../../../ui/copy-button.tsx'
import { FirstSteps } from '../../../../../ui/empty.tsx'
import { IgnoredNote, Note, StaleNote } from '../../../../../ui/note.tsx'
import { Page } from '../../../../../ui/page.tsx'
import { SafeLink } from '../../../../../ui/safe-link.tsx'
import { Bone, Loading, SkeletonRows } from '../../../../../ui/skeleton.tsx'
import { TimeAgo } from '../../../../../ui/time.tsx'
import { useMediaQuery } from '../../../../../ui/media-query.ts'
import { verdictOfState, verdicts } from '../../../../../ui/verdict-mark.tsx'
import { VerdictPill } from '../../../../../ui/verdict-word.tsx'

const search = z.object({ attestation_id: z.optional(z.string()) })

const AttestationDrawer = lazy(() => import('../../../../../attestation/drawer.tsx'))
const TimelineCard = lazy(() => import('../../../../../trail/timeline-card.tsx'))

export const Route = createFileRoute('/$org/flows/$flow/trails/$trail')({
  validateSearch: (raw) => readSearch(search, raw),
  // The drawer loads beside the page: opening one must not reload what is under it.
  beforeLoad: ({ context: { queryClient }, params: { org }, search: { attestation_id } }) => {
    if (attestation_id) void queryClient.prefetchQuery(attestationQuery(org, attestation_id))
  },
  loader: ({ context: { queryClient }, params: { org, flow, trail } }) =>
    queryClient.ensureQueryData(trailQuery(org, flow, trail)),
  pendingComponent: TrailPending,
  component: TrailPage,
  staticData: { crumb: '$trail' },
})

function TrailPage() {
  const { org, flow, trail: trailName } = Route.useParams()
  const { attestation_id, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(trailQuery(org, flow, trailName))
  const trail = query.data
  const groups = slotGroupsOf(trail)
  const isPhone = useMediaQuery('(width < 768px)')
  const drawer = useDrawer(attestation_id, groups)
  const verdict = verdictOfState[trail.compliance_state]
  useVerdictAnnouncement(trail)

  return (
    <Page
      title={[trail.name, flow, org]}
      heading={trail.name}
      isCovered={isPhone && attestation_id !== undefined}
      beside={
        <>
          <VerdictPill verdict={verdict} />
          <span className="text-muted">{describeTrouble(groups)}</span>
        </>
      }
      facts={<TrailFacts org={org} trail={trail} />}
      actions={
        <PageActions
          call={{ name: 'getTrail', params: { org, flow_name: flow, trail_name: trailName } }}
        />
      }
    >
      {trail.description && (
        <p className="-mt-2 mb-4 max-w-[72ch] text-table wrap-anywhere">{trail.description}</p>
      )}
      <IgnoredNote ignored={ignored} onClear={() => void navigate({ search: {} })} />
      <StaleNote what="The trail" query={query} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StatusCard
          groups={groups}
          selectedId={attestation_id}
          renderFill={(group, slot) => (
            <CopyReport org={org} trail={trail} group={group} slot={slot} />
          )}
          renderArtifactFill={({ artifact }) =>
            artifact && !artifact.fingerprint ? (
              <CopyButton
                what="Call"
                label="Copy call"
                text={() => reportArtifactCall(org, trail, artifact.name)}
              />
            ) : null
          }
          empty={<NothingYet org={org} trail={trail} />}
        />
        <Boundary resetKey={trail} fallback={<Note>The timeline could not be shown.</Note>}>
          <Suspense fallback={<div className="h-56 rounded-card border border-line" />}>
            <TimelineCard trail={trail} groups={groups} />
          </Suspense>
        </Boundary>
      </div>
      {attestation_id && (
        <Suspense>
          <AttestationDrawer
            place={{
              org,
              flow,
              trail: trailName,
              attestationId: attestation_id,
              isReplaced: !attestationIdsOf(groups).includes(attestation_id),
              target: targetOf(trail, attestation_id),
            }}
            steps={drawer}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Ways out of the drawer, in the order of the status card. */
function useDrawer(attestationId: string | undefined, groups: readonly SlotGroup[]) {
  const navigate = Route.useNavigate()
  // A drawer that was there from the start leaves the focus to the page.
  const [atFirst, setAtFirst] = useState(attestationId)
  const before = useRef(attestationId)
  useEffect(() => {
    // However it was closed, by key, button or going back: the focus returns to the row.
    const closed = attestationId ? undefined : before.current
    before.current = attestationId
    if (closed) document.querySelector<HTMLElement>(`[${rowAttribute}="${closed}"]`)?.focus()
  }, [attestationId])

  const ids = attestationIdsOf(groups)
  const at = attestationId ? ids.indexOf(attestationId) : -1
  const open = (id: string | undefined) => {
    setAtFirst(undefined)
    void navigate({ search: id ? { attestation_id: id } : {}, resetScroll: false })
  }
  const stepTo = (id: string | undefined) => (id ? () => open(id) : null)

  return {
    onClose: () => open(undefined),
    onPrevious: stepTo(at > 0 ? ids[at - 1] : undefined),
    onNext: stepTo(at === -1 ? undefined : ids[at + 1]),
    takesFocus: attestationId !== atFirst,
  }
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

function TrailFacts(props: { org: string; trail: Trail }) {
  const { trail } = props
  return (
    <>
      <span>
        Flow{' '}
        <Link
          to="/$org/flows/$flow/trails"
          params={{ org: props.org, flow: trail.flow.name }}
          className="text-text hover:underline"
        >
          {trail.flow.name}
        </Link>
      </span>
      {trail.git_commit_info && (
        <span className="text-text">
          <CommitLine commit={trail.git_commit_info} />
        </span>
      )}
      {trail.origin_url && (
        <span>
          Built at <SafeLink href={trail.origin_url} />
        </span>
      )}
      {Object.entries(trail.external_urls ?? {}).map(([label, { href }]) => (
        <span key={label}>
          <SafeLink href={href}>{label}</SafeLink>
        </span>
      ))}
      <span>
        Started <TimeAgo at={trail.created_at} suffix />
      </span>
      <span>
        Last change <TimeAgo at={trail.last_modified_at} suffix />
      </span>
      <span>by {trail.created_by}</span>
    </>
  )
}

function CopyReport(props: { org: string; trail: Trail; group: SlotGroup; slot: Slot }) {
  const { org, trail, group, slot } = props
  const call = () =>
    reportCall({
      org,
      flow: trail.flow.name,
      trail: trail.name,
      name: slot.name,
      type: slot.type,
      artifact: group.artifact,
      commit: trail.git_commit_info?.sha1 ?? null,
    })
  if (slot.verdict !== 'missing' || call() === null) return <span className="text-muted">–</span>
  return (
    <span className="-mr-2 inline-flex max-md:-my-3 max-md:-ml-3">
      <CopyButton what="Call" label="Copy call" text={() => call() ?? ''} />
    </span>
  )
}

function NothingYet(props: { org: string; trail: Trail }) {
  const { org, trail } = props
  const call = reportCall({
    org,
    flow: trail.flow.name,
    trail: trail.name,
    name: 'review',
    type: 'generic',
    artifact: null,
    commit: null,
  })
  return (
    <FirstSteps
      steps={[
        {
          title:
            'The template expects nothing, so nothing can be missing. Report the first evidence:',
          content: <CallBox call={call ?? ''} />,
        },
      ]}
    />
  )
}

function TrailPending() {
  return (
    <Page title={['Trail']} heading={<Loading />} facts={<Bone width={320} />}>
      <SkeletonRows rows={8} />
    </Page>
  )
}
