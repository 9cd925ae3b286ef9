import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { effectiveVerdictOf } from '#domain/attestation/record-verdicts.ts'
import { Evidence } from '#web/attestation/evidence/evidence.tsx'
import { attestationQuery } from '#web/attestation/queries.ts'
import { KindView } from '#web/attestation/types/kinds.tsx'
import { ExpiredText } from '#web/domain-ui/expired-text.tsx'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { useEvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { Facts } from './facts.tsx'
import { OverridesBlock, VersionsBlock } from './versions-block.tsx'
import type { Version } from './versions.ts'

/** Where the attestation must be from for the drawer to belong to the page. */
export interface DrawerSubject {
  org: string
  flow: string
  trail: string
  attestationId: string
  /** Ids of what counts on the page: evidence, overrides, and what these override. */
  effective: readonly string[]
  /** Name of the artifact that it is about, null for the trail itself. */
  target: string | null
  /** Every report and override of its name about the same thing, oldest first. */
  versions: readonly Version[]
}

interface DrawerProps {
  subject: DrawerSubject
  steps: DrawerSteps
  /** An override, as a block of the evidence that it is about. */
  renderOverride: (overrideId: string) => ReactNode
  /** Actions on it, at the foot. */
  renderActions: (attestation: Attestation) => ReactNode
}

/** One piece of evidence that a non-engineer can read, beside the page it belongs to. */
export default function AttestationDrawer(props: DrawerProps) {
  const { subject, steps } = props
  const { opened, evidence, onRetry } = useOpened(subject)
  if (onRetry) return <Unreachable steps={steps} onRetry={onRetry} />
  if (opened === undefined) return <Pending steps={steps} />
  return (
    <Boundary resetKey={subject.attestationId} fallback={<Unreachable steps={steps} />}>
      <Loaded {...props} opened={opened} evidence={evidence} />
    </Boundary>
  )
}

/** An attestation: null for one that is not there, undefined while it loads. */
type Found = Attestation | null | undefined

/**
 * The attestation that the subject names and the evidence that it is about, itself unless it is an
 * override; and how to try again what could not be loaded. The ones before stay until the next are
 * there, and the focus with them.
 */
function useOpened({ org, attestationId }: DrawerSubject) {
  const opened = useQuery(attestationQuery(org, attestationId))
  const evidence = useQuery(attestationQuery(org, opened.data?.override_of ?? attestationId))
  const [last, setLast] = useState<{ opened?: Found; evidence?: Found }>({})
  const next = { opened: opened.data, evidence: evidence.data }
  const isThere = next.opened !== undefined && next.evidence !== undefined
  if (isThere && (last.opened !== next.opened || last.evidence !== next.evidence)) setLast(next)
  const failed = [opened, evidence].find(({ isLoadingError }) => isLoadingError)
  return { ...(isThere ? next : last), onRetry: failed && (() => void failed.refetch()) }
}

function Loaded(props: DrawerProps & { opened: Attestation | null; evidence: Found }) {
  const { subject, steps, opened: data, evidence } = props
  if (!data || data.flow_name !== subject.flow || data.trail_name !== subject.trail) {
    return (
      <DrawerFrame title="Unknown attestation" steps={steps}>
        <p className="text-table text-muted">
          This trail has no attestation{' '}
          <code className="font-mono text-code wrap-anywhere text-text">
            {subject.attestationId}
          </code>
          .
        </p>
        {!data && (
          <p className="text-table text-muted">
            Its evidence is listed on this page;{' '}
            <Link
              to="/$org/attestations"
              params={{ org: subject.org }}
              className="text-accent underline"
            >
              Attestations
            </Link>{' '}
            has that of every trail.
          </p>
        )}
        {data && (
          <p className="text-table text-muted">
            It belongs to trail{' '}
            <Link
              to="/$org/flows/$flow/trails/$trail"
              params={{ org: subject.org, flow: data.flow_name, trail: data.trail_name }}
              search={{ attestation_id: subject.attestationId }}
              className="text-accent underline"
            >
              {data.trail_name}
            </Link>{' '}
            of flow {data.flow_name}.
          </p>
        )}
      </DrawerFrame>
    )
  }
  const shown = evidence ?? data
  const opened = data.is_override ? data.attestation_id : undefined
  const overrides = new Set([shown.overridden_by, opened].filter((id) => id !== undefined))
  return (
    <DrawerFrame
      title={shown.attestation_name}
      steps={steps}
      raw={shown}
      meta={<Meta opened={data} attestation={shown} subject={subject} />}
      foot={props.renderActions(data)}
    >
      {Array.from(overrides, (id) => (
        <Fragment key={id}>{props.renderOverride(id)}</Fragment>
      ))}
      <Readable subject={subject} attestation={shown} />
    </DrawerFrame>
  )
}

/** Effective verdict, and who reported what. */
function Meta(props: { opened: Attestation; attestation: Attestation; subject: DrawerSubject }) {
  const { opened, attestation, subject } = props
  const { attestation_id, overridden_by } = attestation
  const ids = [attestation_id, opened.attestation_id, ...(overridden_by ? [overridden_by] : [])]
  // An override of a part of what the evidence is about counts there alone.
  const isOfPart = overridden_by === undefined && subject.effective.includes(opened.attestation_id)
  const counts = effectiveVerdictOf(isOfPart ? opened : attestation)
  const summaries = useEvidenceSummaries(subject.org, [attestation_id])
  return (
    <>
      {counts ? <VerdictLabel {...counts} /> : <span>Ended</span>}
      <ExpiredText age={summaries.get(attestation_id)?.expired} />
      {counts && !ids.some((id) => subject.effective.includes(id)) && (
        <Tag>replaced by a later report</Tag>
      )}
      <span className="min-w-0 text-meta wrap-anywhere text-muted">
        {lookOf(attestation.attestation_type).label} on {subject.target ?? 'the trail'}, by{' '}
        {attestation.reported_by}, <TimeStamp at={attestation.created_at} form="stamp" />
      </span>
    </>
  )
}

function Readable(props: { subject: DrawerSubject; attestation: Attestation }) {
  const { attestation } = props
  const { org, versions: records } = props.subject
  const { user_data } = attestation
  const versions = records.filter((one) => !one.isOverride)
  // Its own data is read by what it said itself, whatever was overridden since.
  const is_compliant = attestation.reported_is_compliant ?? attestation.is_compliant
  const reported = { ...attestation, is_compliant }
  const hasUserData =
    user_data !== null &&
    user_data !== undefined &&
    !(typeof user_data === 'object' && Object.keys(user_data).length === 0)
  const asTree = (
    <div className="grid gap-2">
      <p className="text-table text-muted">
        The data of this type could not be read; here it is as it was sent.
      </p>
      <JsonTree value={attestation} searchable="Search the data" />
    </div>
  )
  return (
    <>
      <Boundary fallback={asTree} resetKey={attestation}>
        {!attestation.is_override && <KindView org={org} attestation={reported} />}
      </Boundary>
      <VersionsBlock org={org} attestation={attestation} versions={versions} />
      <OverridesBlock overrides={records.filter((one) => one.isOverride)} />
      <Facts org={org} attestation={attestation} versions={versions} />
      {hasUserData && (
        <div>
          <h3 className="mb-2 text-meta font-medium text-muted">User data</h3>
          <JsonTree value={user_data} searchable="Search user data" />
        </div>
      )}
      <Evidence org={org} attestation={attestation} />
    </>
  )
}

function Unreachable(props: { steps: DrawerSteps; onRetry?: () => void }) {
  return (
    <DrawerFrame title="Attestation" steps={props.steps}>
      <LoadFailed what="This attestation" onRetry={props.onRetry} />
    </DrawerFrame>
  )
}

function Pending(props: { steps: DrawerSteps }) {
  return (
    <DrawerFrame title="Loading" steps={props.steps} meta={<Bone width={240} />}>
      <div className="grid gap-4">
        {[320, 440, 380, 260].map((width) => (
          <Bone key={width} width={width} />
        ))}
      </div>
    </DrawerFrame>
  )
}
