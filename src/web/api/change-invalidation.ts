import type { QueryClient } from '@tanstack/react-query'
import type { Change, ChangeKind } from '#contract/change.ts'
import type { EndpointName } from '#contract/index.ts'

/** Answers about flows themselves. */
const ofFlows = ['listFlowSummaries', 'getFlow', 'countRecentTrails'] as const

/** Answers about environments themselves; a logical one stands as its members do. */
const ofEnvironments = [
  'listEnvironmentSummaries',
  'listEnvironments',
  'getEnvironment',
  'getOverview',
  'listComplianceDays',
] as const

/** Answers about what an environment runs; a logical one runs what its members do. */
const ofSnapshots = ['getRunningNow', 'getSnapshotPage', 'listSnapshotSummaries'] as const

/** Answers about what happened in environments. */
const ofEvents = [
  'listEventLog',
  'countEventLog',
  'listDeployments',
  'getDeploymentStatistics',
  'listRecentChanges',
  'compareSnapshots',
] as const

/** Answers about artifacts. */
const ofArtifacts = [
  'listArtifactSummaries',
  'getArtifactDetail',
  'findArtifacts',
  'findArtifactsByName',
  'listBuildSummaries',
  'getBuildStatistics',
] as const

/** Answers that say where artifacts run. */
const ofRunning = [...ofArtifacts, 'listEnvironmentsOfArtifact', 'searchBySha'] as const

/** Answers about repositories. */
const ofRepos = ['listRepos', 'getRepo'] as const

/** Answers that are worked out when they are asked, by all that is known then. */
const ofJudgements = ['getArtifactVerdict', 'canDeploy'] as const

/** Answers that any report of evidence may change. */
const ofEvidence = [
  ...ofJudgements,
  'getOverview',
  'countRecentTrails',
  'listFlowSummaries',
  'listTrailSummaries',
  'getFlowStatistics',
  'listFlowSlots',
  'getFlowMatrix',
  'getTrail',
  'listTrailVerdicts',
  'listTrailArtifacts',
  ...ofRunning,
] as const

/** What policies say of what runs. */
const ofResults = [
  'listPolicySummaries',
  'getPolicyPage',
  'getControlPage',
  'listControlSummaries',
  'listRequirements',
  'listAttachedPolicies',
  'previewPolicyEffect',
] as const

const ofPolicies = ['getPolicy', ...ofResults, ...ofJudgements] as const

/** Answers about controls, and whether they hold. */
const ofControls = [
  'listControlSummaries',
  'listRequirements',
  'getControl',
  'listControls',
  'getControlPage',
  'listControlVersions',
  'getDecisionPage',
] as const

/** Answers about decisions. */
const ofDecisions = ['listDecisionLog', 'countDecisionDays'] as const

/** Answers about custom attestation types. */
const ofCustomTypes = ['listCustomTypeSummaries', 'getCustomType'] as const

/** Answers that show verdicts of what runs. */
const ofVerdicts = [
  ...ofEnvironments,
  ...ofSnapshots,
  ...ofRunning,
  ...ofEvents,
  ...ofResults,
  'listAllowedArtifacts',
  ...ofJudgements,
  'getEnvironmentVerdict',
  'listVerdictRuns',
] as const

/** Answers about all attestations, whichever flow they belong to. */
const ofExplorer = [
  'listAttestations',
  'countAttestationFacets',
  'countAttestationDays',
  'listAttestationsForCriteria',
] as const

/** Answers of the register of overrides. */
const ofRegister = ['listOverrides', 'getOverride', 'countOverrides'] as const

/** Answers that show what is overridden. */
const ofOverrides = [...ofExplorer, ...ofRegister, ...ofEvidence] as const

/** Answers about service accounts and their keys. */
const ofAccounts = [
  'listServiceAccountSummaries',
  'getServiceAccountPage',
  'getServiceAccount',
] as const

/** Answers about people in the organization. */
const ofMembers = ['listMembers', 'listMembershipChanges'] as const

/** Answers about notifications and the environments that they watch. */
const ofRules = [
  'listNotificationSummaries',
  'getNotificationPage',
  'listNotificationsOfEnvironment',
  'getNotificationCoverage',
] as const

/** Answers that another environment changes, since rules may watch it. */
const ofWatched = [...ofRules, 'findSelectedEnvironments'] as const

/** Answers about notifications; what they told is asked for again anyway. */
const ofNotifications = [
  ...ofRules,
  'previewNotificationDeletion',
  'listDeliveries',
  'getDelivery',
] as const

/** Answers about spaces, and the lists that can be narrowed to some. */
const ofSpaces = [
  'listSpaces',
  'getSpace',
  'listFlowSummaries',
  'listEnvironmentSummaries',
] as const

/** Answers about what the organization has set. */
const ofSettings = [
  'getOverrideSettings',
  'getReportingSettings',
  'getTimeSettings',
  'getOverview',
  'getEnvironment',
  'listEnvironmentSummaries',
] as const

/** Answers about saved views. */
const ofViews = ['listViews', 'getView'] as const

/** Changes that no page shows. */
type Unseen = 'exported' | `sign${string}` | 'access_denied' | 'default_organization_set'

/** Which answers a change may have made old. */
const outdated: Partial<Record<ChangeKind, readonly EndpointName[]>> = {
  flow_put: [
    ...ofFlows,
    'listSpaces',
    'listTemplateVersions',
    'getFlowMatrix',
    'getTrail',
    ...ofArtifacts,
    ...ofJudgements,
  ],
  flow_renamed: [...ofFlows, ...ofArtifacts, ...ofJudgements],
  flow_archived: [...ofFlows, 'listSpaces', 'getTrail', ...ofArtifacts, ...ofJudgements],
  tags_changed: [...ofFlows, 'getTrail', ...ofJudgements],
  trail_begun: ['getFlow', ...ofEvidence],
  artifact_reported: ['getRunningNow', 'getSnapshotPage', ...ofEvents, ...ofEvidence],
  attestation_reported: [...ofExplorer, 'listControlSummaries', ...ofDecisions, ...ofEvidence],
  attestation_overridden: ofOverrides,
  override_ended: ofOverrides,
  override_expiry_set: ofRegister,
  override_requested: ofRegister,
  override_decided: ofRegister,
  override_reviewed: ofRegister,
  repo_reported: [...ofFlows, ...ofRepos],
  repo_tags_changed: ofRepos,
  environment_put: [...ofVerdicts, ...ofWatched, 'listSpaces'],
  environment_renamed: [...ofVerdicts, ...ofWatched],
  environment_archived: [...ofVerdicts, ...ofWatched, 'listSpaces'],
  environment_reported: ofVerdicts,
  environment_tags_changed: [...ofEnvironments, ...ofEvents, ...ofWatched],
  environment_judged: ofVerdicts,
  policies_changed: ofVerdicts,
  allow_list_changed: ofVerdicts,
  policy_put: ofPolicies,
  policy_archived: ofPolicies,
  service_account_created: ofAccounts,
  service_account_changed: ofAccounts,
  service_account_deleted: ofAccounts,
  key_created: ofAccounts,
  key_rotated: ofAccounts,
  key_revoked: ofAccounts,
  member_added: ofMembers,
  member_invited: ofMembers,
  member_changed: ofMembers,
  member_removed: ofMembers,
  control_put: ofControls,
  control_archived: ofControls,
  control_tags_changed: ofControls,
  space_put: ofSpaces,
  space_deleted: ofSpaces,
  space_contents_changed: ofSpaces,
  custom_type_put: ofCustomTypes,
  custom_type_archived: ofCustomTypes,
  notification_put: ofNotifications,
  notification_deleted: ofNotifications,
  notification_secret_rotated: [],
  notification_muted: ofNotifications,
  notification_tested: ofNotifications,
  notification_redelivered: ofNotifications,
  environment_snoozed: ['getOverview'],
  preference_saved: ['getOverview'],
  view_saved: ofViews,
  view_removed: ofViews,
  settings_changed: ofSettings,
} satisfies Record<Exclude<ChangeKind, Unseen>, readonly EndpointName[]>

/** Whether what was asked for includes a thing: nothing said is all, a list is any of it. */
const includes = (asked: unknown, one: unknown) =>
  asked === undefined ||
  (Array.isArray(asked) ? asked.length === 0 || asked.includes(one) : asked === one)

/** What the archive answers is outdated by what outdates its twin. */
const twinOf = (name: string) =>
  name.replace(/^archived(\w)/, (_, first: string) => first.toLowerCase())

/** Whether a change concerns what a query key `[endpoint, params, query]` stands for. */
export function isOutdatedBy(key: readonly unknown[], org: string, change: Change): boolean {
  type Fields = Record<string, unknown> | undefined
  const [name, params, query] = key as [EndpointName, Fields, Fields]
  const outdating: readonly string[] = outdated[change.kind] ?? []
  // Every change is in the audit log.
  const isOld = name.endsWith('AuditLog') || outdating.includes(twinOf(name))
  if (!isOld || params?.['org'] !== org) return false
  // Some lists are asked for a flow in their query, others stand in it by their path.
  const asked: Fields = { ...query, ...params }
  return Object.entries(change.subject).every(
    ([field, value]) => value === undefined || includes(asked[field], value),
  )
}

/** Asks anew for what an own change has outdated, without waiting for the service to tell. */
export async function outdate(
  queryClient: QueryClient,
  org: string,
  change: Omit<Change, 'seq'>,
): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isOutdatedBy(queryKey, org, { seq: 0, ...change }),
  })
}
