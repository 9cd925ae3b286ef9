import type { ChangeKind } from '#contract/change.ts'

/** What each kind of change is called, as what the actor did: every kind has words. */
export const kindWords: Record<ChangeKind, string> = {
  flow_put: 'Created or changed a flow',
  flow_renamed: 'Renamed a flow',
  flow_archived: 'Archived a flow',
  tags_changed: 'Changed tags of a flow',
  trail_begun: 'Began or changed a trail',
  artifact_reported: 'Reported an artifact',
  attestation_reported: 'Reported an attestation',
  repo_reported: 'Reported a repository',
  repo_tags_changed: 'Changed tags of a repository',
  environment_put: 'Created or changed an environment',
  environment_renamed: 'Renamed an environment',
  environment_archived: 'Archived an environment',
  environment_reported: 'Reported an environment',
  environment_tags_changed: 'Changed tags of an environment',
  environment_judged: 'Changed verdicts of an environment',
  policies_changed: 'Attached or detached policies',
  allow_list_changed: 'Changed an allow-list',
  policy_put: 'Created or changed a policy',
  policy_archived: 'Archived a policy',
  control_put: 'Created or changed a control',
  control_archived: 'Archived a control',
  control_tags_changed: 'Changed tags of a control',
  custom_type_put: 'Created or changed an attestation type',
  custom_type_archived: 'Archived an attestation type',
  environment_snoozed: 'Snoozed an environment',
  preference_saved: 'Saved an own preference',
  exported: 'Exported a list',
  service_account_created: 'Created a service account',
  service_account_changed: 'Changed a service account',
  service_account_deleted: 'Deleted a service account',
  key_created: 'Created an API key',
  key_rotated: 'Rotated an API key',
  key_revoked: 'Revoked an API key',
  member_added: 'Added a member',
  member_invited: 'Invited a member again',
  member_changed: 'Changed the role of a member',
  member_removed: 'Removed a member',
  default_organization_set: 'Set their default organization',
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  sign_in_refused: 'Tried a key or link that is not valid',
  access_denied: 'Tried what they may not do',
}

/** What each kind of object is called. */
export const objectWords = {
  flow: 'Flow',
  trail: 'Trail',
  environment: 'Environment',
  policy: 'Policy',
  control: 'Control',
  custom_type: 'Attestation type',
  service_account: 'Service account',
  member: 'Member',
  repo: 'Repository',
} as const

/** What each result is called. */
export const resultWords = { accepted: 'Accepted', refused: 'Refused' } as const
