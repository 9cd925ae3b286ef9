/** Answers about the trails of all flows. */
const ofAllTrails = ['listAllTrailSummaries', 'countRecentTrails'] as const

/** Answers about flows themselves. */
export const ofFlows = ['listFlowSummaries', 'getFlow', 'listKnownTags', ...ofAllTrails] as const

/** Answers about environments themselves; a logical one stands as its members do. */
export const ofEnvironments = [
  'listEnvironmentSummaries',
  'listKnownTags',
  'listEnvironments',
  'getEnvironment',
  'getOverview',
  'listComplianceDays',
  'listSpaces',
] as const

/** Answers about what happened in environments. */
export const ofEvents = [
  'listEventLog',
  'countEventLog',
  'listDeployments',
  'getDeploymentStatistics',
  'listRecentChanges',
  'compareSnapshots',
] as const

/** Answers about artifacts. */
export const ofArtifacts = [
  'listArtifactSummaries',
  'getArtifactDetail',
  'findArtifacts',
  'findArtifactsByName',
  'listBuildSummaries',
  'getBuildStatistics',
] as const

/** Answers that say where artifacts run. */
const ofRunning = [
  ...ofArtifacts,
  'listEnvironmentsOfArtifact',
  'searchBySha',
  'listServices',
] as const

/** Answers that are worked out when they are asked, by all that is known then. */
export const ofArtifactVerdicts = ['getArtifactVerdict', 'canDeploy'] as const

/** Answers that any report of evidence may change. */
export const ofEvidence = [
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
export const ofExceptions = ['listExceptions', 'summarizeExceptions', 'getExceptionReview'] as const

export const ofPolicies = [
  'getPolicy',
  ...ofResults,
  ...ofExceptions,
  ...ofArtifactVerdicts,
] as const

/** Answers about controls, and whether they hold. */
export const ofControls = [
  'listControlSummaries',
  'listRequirements',
  'getControl',
  'listControls',
  'getControlPage',
  'listControlVersions',
  'getDecisionPage',
] as const

/** Answers about repositories. */
export const ofRepos = ['listRepos', 'getRepo'] as const

/** Answers about decisions. */
export const ofDecisions = ['listDecisionLog', 'countDecisionDays'] as const

/** Answers about custom attestation types. */
export const ofCustomTypes = ['listCustomTypeSummaries', 'getCustomType'] as const

/** Answers that show verdicts of what runs. */
export const ofVerdicts = [
  ...ofEnvironments,
  'getRunningNow',
  'getRunningInstances',
  'getSnapshotPage',
  'listSnapshotSummaries',
  ...ofRunning,
  ...ofEvents,
  ...ofResults,
  'listAllowedArtifacts',
  ...ofExceptions,
  ...ofArtifactVerdicts,
  'getEnvironmentVerdict',
  'listVerdictRuns',
] as const

/** Answers that show requests for entries of allow-lists. */
export const ofAllowanceRequests = ['listAllowanceProposals', ...ofExceptions] as const

/** Answers about all attestations, whichever flow they belong to. */
export const ofExplorer = [
  'listAttestations',
  'countAttestationFacets',
  'countAttestationDays',
  'listAttestationsForCriteria',
  'listMissingEvidence',
] as const

/** Answers of the register of overrides. */
export const ofRegister = [
  'listOverrides',
  'getOverride',
  'countOverrides',
  ...ofExceptions,
] as const

/** Answers that show what is overridden. */
export const ofOverrides = [...ofExplorer, ...ofRegister, ...ofEvidence] as const

/** Answers about service accounts and their keys. */
export const ofAccounts = [
  'listServiceAccountSummaries',
  'getServiceAccountPage',
  'getServiceAccount',
  'getKeySettings',
] as const

/** Answers about people in the organization; who asks may be one of them. */
export const ofMembers = [
  'getSession',
  'listMembers',
  'listMembershipChanges',
  'getSignInSettings',
  'getTimeSettings',
  'getKeySettings',
] as const

/** Answers about notifications and the environments that they watch. */
const ofRules = [
  'listNotificationSummaries',
  'getNotificationPage',
  'listNotificationsOfEnvironment',
  'getNotificationCoverage',
] as const

/** Answers that another environment changes, since rules may watch it. */
export const ofWatched = [...ofRules, 'findSelectedEnvironments'] as const

/** Answers about notifications; what they told is asked for again anyway. */
export const ofNotifications = [
  ...ofRules,
  'previewNotificationDeletion',
  'listDeliveries',
  'countDeliveryDays',
  'getDelivery',
] as const

/** Answers about spaces, and the lists that can be narrowed to some. */
export const ofSpaces = [
  'listSpaces',
  'getSpace',
  'listFlowSummaries',
  'listEnvironmentSummaries',
] as const

/** Answers that what a flow is set to changes. */
export const ofFlowSettings = [
  ...ofFlows,
  'listSpaces',
  'listTemplateVersions',
  'getFlowMatrix',
  'getTrail',
  ...ofArtifacts,
  ...ofArtifactVerdicts,
] as const

/** Answers that what an environment is set to changes. */
export const ofEnvironmentSettings = [...ofVerdicts, ...ofWatched] as const

/** Answers about what the organization has set. */
export const ofSettings = [
  'getSession',
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
export const ofViews = ['listViews', 'getView'] as const
