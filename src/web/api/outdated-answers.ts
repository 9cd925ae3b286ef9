import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { EndpointName } from '#contract/endpoints.ts'

/** Answers about the trails of all flows. */
const ofAllTrails = ['listAllTrailSummaries', 'countRecentTrails'] as const

/** Answers about flows themselves. */
const ofFlows = ['listFlowSummaries', 'getFlow', 'listKnownTags', ...ofAllTrails] as const

/** Answers about environments themselves; a logical one stands as its members do. */
const ofEnvironments = [
  'listEnvironmentSummaries',
  'listKnownTags',
  'listEnvironments',
  'getEnvironment',
  'getOverview',
  'listComplianceDays',
  'listSpaces',
] as const

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

/** Answers that are worked out when they are asked, by all that is known then. */
const ofArtifactVerdicts = ['getArtifactVerdict', 'canDeploy'] as const

/** Answers that any report of evidence may change. */
const ofEvidence = [
  ...ofArtifactVerdicts,
  ...ofAllTrails,
  'getOverview',
  'listFlowSummaries',
  'listTrailSummaries',
  'getFlowStatistics',
  'listFlowSlots',
  'getFlowMatrix',
  'getTrail',
  'listTrailVerdicts',
  'listTrailArtifacts',
  ...ofRunning,
  'listServices',
] as const

/** Answers with policy results. */
const ofResults = [
  'listPolicySummaries',
  'getPolicyPage',
  'getControlPage',
  'listControlSummaries',
  'listRequirements',
  'listAttachedPolicies',
  'previewPolicyEffect',
] as const

/** Answers of the register of exceptions, which live verdicts stand in, too. */
const ofExceptions = ['listExceptions', 'summarizeExceptions', 'getExceptionReview'] as const

const ofPolicies = ['getPolicy', ...ofResults, ...ofExceptions, ...ofArtifactVerdicts] as const

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
  'getRunningNow',
  'getRunningInstances',
  'getSnapshotPage',
  'listSnapshotSummaries',
  ...ofRunning,
  'listServices',
  ...ofEvents,
  ...ofResults,
  'listAllowedArtifacts',
  ...ofExceptions,
  ...ofArtifactVerdicts,
  'getEnvironmentVerdict',
  'listVerdictRuns',
] as const

/** Answers that show requests for entries of allow-lists. */
const ofAllowanceRequests = ['listAllowanceProposals', ...ofExceptions] as const

/** Answers about all attestations, whichever flow they belong to. */
const ofExplorer = [
  'listAttestations',
  'countAttestationFacets',
  'countAttestationDays',
  'listAttestationsForCriteria',
  'listMissingEvidence',
] as const

/** Answers of the register of overrides. */
const ofRegister = ['listOverrides', 'getOverride', 'countOverrides', ...ofExceptions] as const

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
  'countDeliveryDays',
  'getDelivery',
] as const

/** Answers about spaces, and the lists that can be narrowed to some. */
const ofSpaces = [
  'listSpaces',
  'getSpace',
  'listFlowSummaries',
  'listEnvironmentSummaries',
] as const

/** Answers that what a flow is set to changes. */
const ofFlowSettings = [
  ...ofFlows,
  'listSpaces',
  'listTemplateVersions',
  'getFlowMatrix',
  'getTrail',
  ...ofArtifacts,
  ...ofArtifactVerdicts,
] as const

/** Answers that what an environment is set to changes. */
const ofEnvironmentSettings = [...ofVerdicts, ...ofWatched] as const

/** Answers about what the organization has set. */
const ofSettings = [
  'getOverrideSettings',
  'getReportingSettings',
  'getEvidenceSettings',
  'getTimeSettings',
  'getKeySettings',
  'getRetentionSettings',
  'getOverview',
  'getEnvironment',
  'listEvidenceSummaries',
  'getFlowMatrix',
  ...ofVerdicts,
] as const

/** Answers about saved views. */
const ofViews = ['listViews', 'getView'] as const

/** Changes that no page shows. */
type Unseen =
  | 'exported'
  | `sign${string}`
  | 'access_denied'
  | 'default_organization_set'
  | 'notification_secret_read'
  | 'user_disabled'
  | 'user_enabled'
  | 'organization_deleted'
  | 'organization_kept'

/** Which answers a change may have made old. */
export const outdated: Partial<Record<AuditKind, readonly EndpointName[]>> = {
  flow_created: ofFlowSettings,
  flow_updated: ofFlowSettings,
  flow_unarchived: ofFlowSettings,
  flow_renamed: [...ofFlows, ...ofArtifacts, ...ofArtifactVerdicts],
  flow_archived: [...ofFlows, 'listSpaces', 'getTrail', ...ofArtifacts, ...ofArtifactVerdicts],
  tags_changed: [...ofFlows, 'getTrail', ...ofArtifactVerdicts],
  trail_begun: ['getFlow', ...ofEvidence],
  trail_updated: ['getFlow', ...ofEvidence],
  artifact_reported: ['getRunningNow', 'getSnapshotPage', ...ofEvents, ...ofEvidence],
  attestation_reported: [...ofExplorer, 'listControlSummaries', ...ofDecisions, ...ofEvidence],
  attestation_overridden: ofOverrides,
  override_ended: ofOverrides,
  override_expiry_set: ofRegister,
  override_requested: ofRegister,
  override_approved: ofRegister,
  override_declined: ofRegister,
  override_withdrawn: ofRegister,
  override_reviewed: ofRegister,
  exception_reviewed: ofRegister,
  repo_reported: [...ofFlows, 'listRepos', 'getRepo'],
  repo_tags_changed: ['listRepos', 'getRepo'],
  environment_created: ofEnvironmentSettings,
  environment_updated: ofEnvironmentSettings,
  environment_unarchived: ofEnvironmentSettings,
  environment_renamed: ofEnvironmentSettings,
  environment_archived: ofEnvironmentSettings,
  environment_reported: ofVerdicts,
  environment_tags_changed: [...ofEnvironments, ...ofEvents, ...ofWatched],
  environment_judged: ofVerdicts,
  policies_attached: ofVerdicts,
  policies_detached: ofVerdicts,
  artifact_allowed: ofVerdicts,
  allowance_updated: ofVerdicts,
  artifact_disallowed: ofVerdicts,
  allowance_expired: ofVerdicts,
  allowance_requested: ofAllowanceRequests,
  allowance_approved: ofAllowanceRequests,
  allowance_declined: ofAllowanceRequests,
  allowance_withdrawn: ofAllowanceRequests,
  policy_created: ofPolicies,
  policy_updated: ofPolicies,
  policy_unarchived: ofPolicies,
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
  control_created: ofControls,
  control_updated: ofControls,
  control_unarchived: ofControls,
  control_archived: ofControls,
  control_tags_changed: ofControls,
  space_created: ofSpaces,
  space_updated: ofSpaces,
  space_deleted: ofSpaces,
  space_contents_changed: ofSpaces,
  custom_type_created: ofCustomTypes,
  custom_type_updated: ofCustomTypes,
  custom_type_unarchived: ofCustomTypes,
  custom_type_archived: ofCustomTypes,
  notification_created: ofNotifications,
  notification_updated: ofNotifications,
  notification_deleted: ofNotifications,
  notification_secret_rotated: [],
  notification_muted: ofNotifications,
  notification_unmuted: ofNotifications,
  notification_tested: ofNotifications,
  notification_redelivered: ofNotifications,
  environment_snoozed: ['getOverview', ...ofExceptions],
  environment_unsnoozed: ['getOverview', ...ofExceptions],
  preference_saved: ['getOverview'],
  view_created: ofViews,
  view_updated: ofViews,
  view_removed: ofViews,
  settings_changed: ofSettings,
  evidence_removed: ['getRetentionSettings', 'listAttestations'],
} satisfies Record<Exclude<AuditKind, Unseen>, readonly EndpointName[]>
