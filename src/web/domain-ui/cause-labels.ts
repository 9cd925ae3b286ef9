import { automaticName } from '#contract/audit-log/automatic-name.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { partsOf } from './registry.ts'

const labels: Record<VerdictCause['kind'], (cause: VerdictCause) => string> = {
  report: () => 'Environment report',
  artifact: ({ flow_name }) => `Artifact reported in ${flow_name ?? 'a flow'}`,
  attestation: ({ attestation_name, flow_name, trail_name }) =>
    `${attestation_name || 'Evidence'} reported on ${[flow_name, trail_name].filter(Boolean).join(' ') || 'a trail'}`,
  override: ({ attestation_name }) => `${attestation_name || 'Evidence'} overridden`,
  override_end: ({ attestation_name, end_kind }) =>
    `Override of ${attestation_name || 'evidence'} ${end_kind ?? 'ended'}`,
  trail: ({ trail_name, flow_name }) =>
    `Trail ${trail_name ?? ''} of ${flow_name ?? 'a flow'} changed`,
  policy_version: ({ policy_name, policy_version }) =>
    `Policy ${policy_name ?? ''} v${policy_version ?? ''}`,
  attachment: attachmentText,
  allow_list: ({ is_allowed, is_expired }) => {
    if (is_allowed) return 'Put on the allow-list'
    return is_expired ? 'Its time on the allow-list ended' : 'Taken off the allow-list'
  },
  flow: ({ flow_name }) => `Tags or name of flow ${flow_name ?? ''} changed`,
}

/** Cause of changed verdicts, in words; null is a report of what runs. */
export function causeLabel(cause: VerdictCause | null): string {
  return cause ? labels[cause.kind](cause) : 'Environment report'
}

function attachmentText({ attached = [], detached = [] }: VerdictCause): string {
  const parts = [
    attached.length > 0 ? `${attached.join(', ')} attached` : '',
    detached.length > 0 ? `${detached.join(', ')} detached` : '',
  ].filter(Boolean)
  return parts.join(', ') || 'Policies attached or detached'
}

/** Whose doing it was: both people, where a second one approved it; of what nobody did, how. */
export function peopleText(by: string, approvedBy?: string | null): string {
  if (by === automaticName) return 'automatically'
  return approvedBy ? `requested by ${by}, approved by ${approvedBy}` : `by ${by}`
}

/** The same of what changed verdicts, which somebody did last. */
export const whoText = (cause: VerdictCause | null, by: string): string =>
  cause?.requested_by ? peopleText(cause.requested_by, by) : peopleText(by)

/** Cause of changed verdicts, and whose it was. */
export function causeByText(cause: VerdictCause | null): string {
  const isOfTime = cause?.kind === 'override_end' && cause.end_kind === 'expired'
  if (!cause || isOfTime) return causeLabel(cause)
  return `${causeLabel(cause)}${cause.requested_by ? ',' : ''} ${whoText(cause, cause.by)}`
}

/** A verdict that flipped, and by what. */
interface FlipCause {
  /** The verdict from then on; null is unknown. */
  state: boolean | null
  cause: VerdictCause | null
  /** Of a report, the artifact that began to fail or exited, if one did. */
  artifact_name: string | null
}

const ownName = (name: string) => partsOf(name)[1]

/** Why a verdict flipped; of a report, by which artifact: "debug-shell:latest exited". */
export function flipCauseText({ state, cause, artifact_name: name }: FlipCause): string {
  if (cause || name === null) return causeLabel(cause)
  if (state) return `${ownName(name)} exited`
  return `${ownName(name)} is ${state === null ? 'unknown' : 'non-compliant'}`
}

/** The name of what made a verdict flip, for a mark on a chart. */
export function flipLabel({ cause, artifact_name: name }: FlipCause): string {
  if (cause === null) return name === null ? 'report' : ownName(name)
  const policies = [...(cause.attached ?? []), ...(cause.detached ?? [])]
  const named = cause.attestation_name || cause.policy_name || policies[0] || cause.flow_name
  return named || (cause.kind === 'allow_list' ? 'allow-list' : cause.kind)
}
