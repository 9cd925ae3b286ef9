import type { Endpoint } from '#contract/common/endpoint.ts'

const instant = 'Unix seconds, fractional allowed'

/** Descriptions of parameters by name, of some by operation and name. */
const descriptions: Record<string, string> = {
  action: 'What was done; may be repeated',
  failed: 'Only deployments that failed',
  failing_control:
    'Only what fails a rule for this control, allow-listed or not, as far as the control applies',
  failing_policy: 'Only what fails one of these policies, allow-listed or not; may be repeated',
  group: 'What it is about; may be repeated',
  actor: 'Name of who did it',
  after: 'What is newer than this: the id of an event, or the number of a change',
  archived: 'Whether archived ones are listed, in place of the others',
  artifact_fingerprint: 'Fingerprint of an artifact',
  artifact_id: 'Id of one record of an artifact; several may have one fingerprint',
  artifact_name: 'Name of an artifact',
  attestation_id: 'Id of an attestation',
  attestation_name: 'Name of an attestation, as the template has it',
  attestation_type: 'Type of an attestation',
  author: 'Author of a commit',
  base: 'Full expression of the snapshot to compare with',
  before: 'What is older than this: the id of an event, or `older` of the page before',
  branch: 'Branch of a commit',
  case_sensitive: 'Whether a search by name minds upper and lower case',
  commit:
    'Sha of a commit, full or its first characters, from 5 on; may be repeated, up to 100 times',
  commit_list: 'Full shas of commits; may be repeated',
  compliant: 'Only what is, or is not, compliant',
  control: 'Identifier of a control',
  covered: 'Only what is, or is not, covered',
  created_by: 'Name of who made it',
  delivery_id: 'Id of a delivery',
  direction: 'Whether overrides make compliant or non-compliant',
  end: 'The last snapshot: an index, `NOW`, or how long ago, such as `2days`',
  end_ts: `The end of a window, included: ${instant}`,
  env_name: 'Name of an environment',
  environment: 'Name of an environment',
  environment_name:
    'Name of an environment: whether the artifact may run in it; not together with policy_name',
  event: 'Type of an event; may be repeated',
  event_id: 'Id of an event: it, and what stands around it',
  expires_before: `Only overrides that end by then: ${instant}`,
  fingerprint: 'SHA-256 of an artifact',
  flips: 'Only events that made a verdict flip',
  flow: 'Name of a flow',
  flow_name: 'Name of a flow',
  flow_tag: 'Tag of a flow, as `key=value`',
  format: 'Format of the file',
  framework: 'Framework of the requirements, such as `soc2`; may be repeated',
  from: `The start of a window, included: ${instant}`,
  from_timestamp: 'The start of a window, included: Unix seconds',
  git_commit: 'Sha of a commit, full or its first characters, from 5 on',
  has_end: 'Only what has, or does not have, an end',
  head: 'Full expression of the snapshot that is compared',
  health: 'Health of a notification; may be repeated',
  id: 'Id of the record',
  identifier: 'Identifier of a control',
  inactive: 'Only members who were not seen for 90 days',
  interval: 'Snapshots `A..B`, each side an index, `~N` or `NOW`',
  is_compliant: 'Only what counts as compliant, or does not, overrides included',
  key_state: 'State of an API key; may be repeated',
  kind: 'Only records of this kind',
  'listRepos.name': 'Name of a repository',
  member: 'Name of a member of a logical environment',
  name: 'Name of the record',
  owner: 'Owner of a control; may be repeated',
  name_pattern: 'Pattern of names, with `*` for any characters',
  number: 'Number of a notification',
  object: 'Name or identifier of what it was done to',
  object_type: 'Kind of record that it was done to',
  org: 'Name of an organization',
  overridden: 'Only what is, or is not, overridden',
  evidence_age: 'Only evidence older than the organization allows',
  override_id: 'Id of an override, or of a request for one',
  page: 'Page of the list, from 1; past the end it is empty',
  page_after: 'Where the page begins: the `next` of the page before',
  per_page: 'Most items of a page',
  policy_name: 'Name of a policy',
  proposal_id: 'Id of a request for an override, or for an entry of an allow-list',
  provider: 'Code host of a repository',
  q: 'Words to look for',
  record_type: 'Only evidence, or only overrides; both unless said',
  repo_id: "Id that a repository's code host gave it",
  repo_name: 'Name of a repository',
  reported_by: 'Who reported it',
  reported_is_compliant:
    'Only evidence that reported itself compliant, or not, whatever overrides it',
  resource_id: 'Name or identifier of the record; of a repository its id',
  resource_type: 'What the record is',
  result: 'Whether the call was accepted or refused',
  reverse: '`true`: oldest first',
  reviewed: 'Only what was, or was not, reviewed',
  role: 'Role in the organization; may be repeated',
  search: 'Part of a name, in any case',
  search_by_name: 'Part of a name',
  service_accounts:
    'What becomes of service accounts that the member answers for: their keys are revoked, or the caller takes them over',
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
  stale: 'Only environments whose last report is, or is not, too old',
  standing:
    'Only what stands so: its verdict, what carries it, and silence, in one word; may be repeated',
  start: 'The first snapshot: an index, `NOW`, or how long ago, such as `2days`',
  start_ts: `The start of a window, included: ${instant}`,
  state: 'State; may be repeated',
  tag: 'A tag, as `key` or `key:value`; of several all must be there',
  target: 'Name of an artifact in the template',
  target_id: 'Id of a target of the notification; may be repeated',
  target_type: 'Type of a target; may be repeated',
  text: 'Name that was not found',
  to: `The end of a window, included: ${instant}`,
  to_timestamp: 'The end of a window, included: Unix seconds',
  trail: 'Name of a trail',
  trail_name: 'Name of a trail',
  trigger: 'Trigger of a notification; may be repeated',
  type: 'Type; may be repeated',
  type_name: 'Name of a custom attestation type',
  unchanged: 'Whether what stayed the same is listed, too',
  verdict: 'Only what has this verdict',
  version: 'Number of a version; the newest unless said',
  view_id: 'Id of a view',
  visibility: 'Only what is public, or private',
  artifact: 'Names of records of this kind; may be repeated',
}

const flowsAndEnvironments =
  'Archived flows and environments, and what lies in them: `exclude`, `include` or `only`'

/** Returns the description of an endpoint's parameter. @throws for a name without one */
export function parameterDescriptions(
  name: string,
  { archived, path, name: operation }: Pick<Endpoint, 'archived' | 'path' | 'name'>,
): string {
  if (name === 'archived' && archived) return flowsAndEnvironments
  const own = descriptions[`${operation}.${name}`]
  if (own !== undefined) return own
  if (name === 'name' && !path.includes('{name}')) return 'Name, or the part of it, to look for'
  if (name === 'page' && path.includes('{page}')) return 'Page of the dashboard'
  const description = descriptions[name]
  if (description === undefined) throw new Error(`The parameter ${name} has no description here`)
  return description
}

/** Descriptions of fields of answers whose names do not say enough, by name. */
const fieldDescriptions: Record<string, string> = {
  record_type: '`evidence` for what was reported, `override` for a verdict given in its place',
  reported_is_compliant:
    'What the evidence reports itself, whatever overrides it; null for an override',
  effective_is_compliant:
    'What counts: the verdict of the override while one stands, else of the report; null for an override that has ended',
  overridden_by: 'Id of the override that counts in place of this evidence; absent without one',
  override_of:
    'Id of the evidence that this override is about; null for evidence, and where nothing of that name was reported',
}

/** Adds to a JSON Schema, as text, the descriptions of its fields; returns it parsed. */
export const parseDescribed = (schema: string): unknown =>
  JSON.parse(schema, (name, value: unknown) => {
    const description = Object.hasOwn(fieldDescriptions, name) && fieldDescriptions[name]
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
    return description && isSchema ? { ...value, description } : value
  })
