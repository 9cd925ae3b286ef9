import type { Endpoint } from '#contract/common/endpoint.ts'

const instant = 'Unix seconds, fractional allowed'

/** Descriptions of parameters by name. */
const descriptions: Record<string, string> = {
  after: 'Id of an event: what is newer than it',
  archived: 'Whether archived ones are listed, in place of the others',
  artifact_fingerprint: 'Fingerprint of an artifact',
  artifact_id: 'Id of one record of an artifact; several may have one fingerprint',
  artifact_name: 'Name of an artifact',
  attestation_id: 'Id of an attestation',
  attestation_name: 'Name of an attestation, as the template has it',
  attestation_type: 'Type of an attestation',
  author: 'Author of a commit',
  base: 'Full expression of the snapshot to compare with',
  before: 'Id of an event: what is older than it',
  branch: 'Branch of a commit',
  case_sensitive: 'Whether a search by name minds upper and lower case',
  commit:
    'Sha of a commit, full or its first characters, from 5 on; may be repeated, up to 100 times',
  commit_list: 'Full shas of commits; may be repeated',
  compliant: 'Only what is, or is not, compliant',
  control: 'Identifier of a control',
  covered: 'Only what is, or is not, covered',
  end: 'The last snapshot: an index, `NOW`, or how long ago, such as `2days`',
  end_ts: `The end of a window, included: ${instant}`,
  env_name: 'Name of an environment',
  environment: 'Name of an environment',
  environment_name:
    'Name of an environment: whether the artifact may run in it; not together with policy_name',
  event: 'Type of an event; may be repeated',
  event_id: 'Id of an event: it, and what stands around it',
  fingerprint: 'SHA-256 of an artifact; reads of one take its first characters, from 5 on',
  flow: 'Name of a flow',
  flow_name: 'Name of a flow',
  flow_tag: 'Tag of a flow, as `key=value`',
  format: 'Format of the file',
  from: `The start of a window, included: ${instant}`,
  from_timestamp: `The start of a window, included: ${instant}`,
  git_commit: 'Sha of a commit, full or its first characters, from 5 on',
  head: 'Full expression of the snapshot that is compared',
  id: 'Id of the record',
  identifier: 'Identifier of a control',
  interval: 'Snapshots `A..B`, each side an index, `~N` or `NOW`',
  is_compliant: 'Only what is, or is not, compliant',
  member: 'Name of a member of a logical environment',
  name: 'Name of the record',
  org: 'Name of an organization',
  overridden: 'Only what is, or is not, overridden',
  page: 'Page of the list, from 1; past the end it is empty',
  per_page: 'Most items of a page',
  policy_name: 'Name of a policy',
  provider: 'Code host of a repository',
  q: 'Words to look for',
  reported_by: 'Who reported it',
  repo_id: "Id that a repository's code host gave it",
  repo_name: 'Name of a repository',
  resource_id: 'Name or identifier of the record; of a repository its id',
  resource_type: 'What the record is',
  reverse: '`true`: oldest first',
  search: 'Part of a name, in any case',
  search_by_name: 'Part of a name',
  sha: 'Commit or fingerprint, full or its first characters, from 5 on',
  show: 'Which of them are listed',
  slot_state: 'State of the slot that attestation_name names',
  snappish1: 'Full expression of a snapshot, such as `production#11`',
  snappish2: 'Full expression of a snapshot, such as `production`',
  snapshot: 'Index of a snapshot; the latest unless said',
  snapshot_expression: 'Index of a snapshot, or an expression such as `~1` or `@{2.weeks.ago}`',
  sort: 'What the list is sorted by',
  sort_direction: 'Which way the list is sorted',
  space_id: 'Id of a space',
  start: 'The first snapshot: an index, `NOW`, or how long ago, such as `2days`',
  start_ts: `The start of a window, included: ${instant}`,
  tag: 'A tag, as `key` or `key:value`; of several all must be there',
  target: 'Name of an artifact in the template',
  to: `The end of a window, included: ${instant}`,
  to_timestamp: `The end of a window, included: ${instant}`,
  trail: 'Name of a trail',
  trail_name: 'Name of a trail',
  type: 'Type; may be repeated',
  type_name: 'Name of a custom attestation type',
  unchanged: 'Whether what stayed the same is listed, too',
  verdict: 'Only what has this verdict',
  version: 'Number of a version; the newest unless said',
  view_id: 'Id of a view',
  visibility: 'Only what is public, or private',
}

const flowsAndEnvironments =
  'Flows and environments that are archived, with what lies in them: `exclude`, `include` or read `only` them'

/** Returns the description of an endpoint's parameter, by default its name in words. */
export function parameterDescriptions(
  name: string,
  { archived }: Pick<Endpoint, 'archived'>,
): string {
  if (name === 'archived' && archived) return flowsAndEnvironments
  const spelt = name.replaceAll('_', ' ')
  return descriptions[name] ?? spelt.charAt(0).toUpperCase() + spelt.slice(1)
}
