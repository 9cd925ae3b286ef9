import type { VerdictCause } from '#contract/verdict-cause.ts'

/** What changed verdicts, in a few words; null is a report of what runs. */
export function causeWords(cause: VerdictCause | null): string {
  if (cause === null) return 'Report of what runs'
  const { flow_name: flow, trail_name: trail, attestation_name, policy_name } = cause
  switch (cause.kind) {
    case 'report':
      return 'Report of what runs'
    case 'artifact':
      return `Artifact reported in ${flow ?? 'a flow'}`
    case 'attestation':
      return `${attestation_name || 'Evidence'} reported on ${[flow, trail].filter(Boolean).join(' ') || 'a trail'}`
    case 'trail':
      return `Trail ${trail ?? ''} of ${flow ?? 'a flow'} changed`
    case 'policy_version':
      return `Policy ${policy_name ?? ''} v${cause.policy_version ?? ''}`
    case 'attachment':
      return attachmentWords(cause)
    case 'allow_list':
      return cause.is_allowed ? 'Put on the allow-list' : 'Taken off the allow-list'
    case 'flow':
      return `Tags or name of flow ${flow ?? ''} changed`
  }
}

function attachmentWords({ attached = [], detached = [] }: VerdictCause): string {
  const words = [
    attached.length > 0 ? `${attached.join(', ')} attached` : '',
    detached.length > 0 ? `${detached.join(', ')} detached` : '',
  ].filter(Boolean)
  return words.join(', ') || 'Policies attached or detached'
}

/** The name of what changed verdicts, for a mark on a chart. */
export function causeLabel(cause: VerdictCause | null): string {
  if (cause === null) return 'report'
  const policies = [...(cause.attached ?? []), ...(cause.detached ?? [])]
  const named = cause.attestation_name || cause.policy_name || policies[0] || cause.flow_name
  return named || (cause.kind === 'allow_list' ? 'allow-list' : cause.kind)
}
