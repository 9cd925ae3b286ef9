import type { VerdictCause } from '#contract/verdict-cause.ts'

const listed = (names: readonly string[] | undefined) => (names ?? []).join(', ')

const words: Record<VerdictCause['kind'], (cause: VerdictCause) => string> = {
  report: () => 'Something else runs',
  artifact: ({ flow_name }) => `Artifact reported in ${flow_name}`,
  attestation: ({ attestation_name: name, trail_name: trail }) =>
    `${name || 'Attestation'} reported${trail ? ` on ${trail}` : ''}`,
  trail: ({ trail_name }) => `Trail ${trail_name} changed`,
  policy_version: ({ policy_name, policy_version }) => `Policy ${policy_name} v${policy_version}`,
  attachment: ({ attached, detached }) =>
    attached?.length
      ? `Policy ${listed(attached)} attached`
      : `Policy ${listed(detached)} detached`,
  allow_list: ({ is_allowed }) =>
    is_allowed ? 'Artifact put on the allow-list' : 'Artifact taken off the allow-list',
  flow: ({ flow_name }) => `Flow ${flow_name} changed`,
}

/** What made a verdict flip, and by whom; a report where nothing else is recorded. */
export function causeWords(cause: VerdictCause | null): string {
  return cause ? `${words[cause.kind](cause)} by ${cause.by}` : 'Something else runs'
}
