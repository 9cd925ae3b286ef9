import * as allowanceProposal from './allow-list/allowance-proposal.ts'
import * as artifact from './artifact/artifact.ts'
import { listEnvironmentsOfArtifact } from './artifact/environments-of-artifact.ts'
import { listEvidenceSummaries } from '#contract/attestation/evidence-summary.ts'
import * as explorer from './attestation/explorer.ts'
import {
  countAuditLog,
  followAuditLog,
  getAuditEntry,
  listAuditLog,
  exportAuditLog,
} from '#contract/audit-log/audit-log.ts'
import { downloadSnapshotPackage } from './audit-package/audit-package.ts'
import * as build from './build/build.ts'
import * as controlImport from './control/control-import.ts'
import {
  exportControlEnvironments,
  exportControls,
  getControlPage,
  listControlSummaries,
} from './control/control-page.ts'
import { exportRequirements, listRequirements } from './control/requirement.ts'
import * as customType from './custom-type/custom-type.ts'
import {
  countDecisionDays,
  getDecisionPage,
  listDecisionLog,
  exportDecisions,
} from './decision/decision.ts'
import {
  exportDeployments,
  getDeploymentStatistics,
  listDeployments,
} from './deployment/deployment.ts'
import { listServices } from './deployment/deployed-service.ts'
import { exportEnvironments, listEnvironmentSummaries } from './environment/environment-list.ts'
import { countEventLog, exportEventLog, listEventLog } from './event/event.ts'
import { exportAllowedArtifacts } from './allow-list/allow-list.ts'
import { exportArtifacts } from './artifact/artifact.ts'
import { exportAllAttestations, exportAttestations } from './attestation/attestation.ts'
import { listKnownTags } from './tag/tag.ts'
import { exportBuilds } from './build/build.ts'
import { exportFlows } from './flow/flow.ts'
import { exportMembers } from './member/member.ts'
import { exportNotifications } from './notification/notification-page.ts'
import { exportOverrides } from './override/override.ts'
import { exportPolicies } from './policy/policy-page.ts'
import { exportServiceAccounts } from './service-account/service-account.ts'
import {
  exportRunning,
  exportSnapshotArtifacts,
  exportSnapshots,
} from './snapshot/snapshot-page.ts'
import { exportAllTrails, exportTrails } from './trail/trail.ts'
import * as flowStatistics from './flow/flow-statistics.ts'
import * as exceptionReview from './exception/exception-review.ts'
import * as exception from './exception/exception.ts'
import * as flow from './flow/flow.ts'
import { streamLiveUpdates } from './live-updates/live-updates.ts'
import * as member from './member/member.ts'
import * as notificationDelivery from './notification/delivery.ts'
import * as notificationDraft from './notification/draft.ts'
import * as notificationPage from './notification/notification-page.ts'
import * as organizationSettings from './organization/organization-settings.ts'
import { getRetentionSettings, putRetentionSettings } from './organization/retention-settings.ts'
import { deleteOrganization } from './organization/delete-organization.ts'
import { getSignInSettings } from './organization/sign-in-settings.ts'
import * as overrideBulk from './override/bulk-override.ts'
import * as overrideProposal from './override/override-proposal.ts'
import * as overrideEffect from './override/override-effect.ts'
import * as override from './override/override.ts'
import * as overview from './overview/overview.ts'
import { previewPolicyEffect } from './policy/policy-effect.ts'
import * as policyPage from './policy/policy-page.ts'
import * as policy from './policy/policy.ts'
import { getDashboardOpenapi } from './public-endpoints.ts'
import * as view from './saved-view/saved-view.ts'
import { readRecords, searchRecords } from './search/record-search.ts'
import { nearestNames } from './search/search.ts'
import * as serviceAccount from './service-account/service-account.ts'
import { createSession, deleteSession, getSession, getSignInWays } from './session/session.ts'
import { compareSnapshots, exportComparison } from '#contract/snapshot/comparison.ts'
import * as snapshotPage from './snapshot/snapshot-page.ts'
import * as space from './space/space.ts'
import { listTemplateVersions, previewTemplate } from './template/template.ts'
import * as trailPage from './trail/trail-page.ts'
import * as trail from './trail/trail.ts'
import * as ownAccount from './user/own-account.ts'
import { savePreference } from './user/user.ts'
import { listVerdictRuns } from './verdict/verdict-history.ts'
import * as verdict from './verdict/verdict.ts'

/** Endpoints beside the specification: those of the dashboard and of exports. */
export const dashboardEndpoints = {
  nearestNames,
  searchRecords,
  readRecords,
  createSession,
  getSession,
  deleteSession,
  getSignInWays,
  listPersonalKeys: ownAccount.listPersonalKeys,
  createPersonalKey: ownAccount.createPersonalKey,
  rotatePersonalKey: ownAccount.rotatePersonalKey,
  revokePersonalKey: ownAccount.revokePersonalKey,
  listOwnSessions: ownAccount.listOwnSessions,
  endOwnSession: ownAccount.endOwnSession,
  endOtherSessions: ownAccount.endOtherSessions,
  listServiceAccountSummaries: serviceAccount.listServiceAccountSummaries,
  getServiceAccountPage: serviceAccount.getServiceAccountPage,
  listMembers: member.listMembers,
  addMember: member.addMember,
  renewInvitation: member.renewInvitation,
  changeMember: member.changeMember,
  removeMember: member.removeMember,
  leaveOrganization: member.leaveOrganization,
  deleteOrganization,
  listMembershipChanges: member.listMembershipChanges,
  listAbilities: member.listAbilities,
  listSpaces: space.listSpaces,
  getSpace: space.getSpace,
  createSpace: space.createSpace,
  changeSpace: space.changeSpace,
  deleteSpace: space.deleteSpace,
  putInSpace: space.putInSpace,
  takeOutOfSpace: space.takeOutOfSpace,
  streamLiveUpdates,
  listAuditLog,
  getAuditEntry,
  followAuditLog,
  countAuditLog,
  exportAuditLog,
  listFlowSummaries: flow.listFlowSummaries,
  listEnvironmentSummaries,
  listTrailSummaries: trail.listTrailSummaries,
  listAllTrailSummaries: trail.listAllTrailSummaries,
  listArtifactSummaries: artifact.listArtifactSummaries,
  getArtifactDetail: artifact.getArtifactDetail,
  findArtifacts: artifact.findArtifacts,
  findArtifactsByName: artifact.findArtifactsByName,
  listEnvironmentsOfArtifact,
  listBuildSummaries: build.listBuildSummaries,
  getBuildStatistics: build.getBuildStatistics,
  listTrailVerdicts: trailPage.listTrailVerdicts,
  listTrailArtifacts: trailPage.listTrailArtifacts,
  findTrailNeighbours: trailPage.findTrailNeighbours,
  findPreviousRun: explorer.findPreviousRun,
  listEvidenceSummaries,
  getRunningNow: snapshotPage.getRunningNow,
  listSnapshotSummaries: snapshotPage.listSnapshotSummaries,
  getSnapshotPage: snapshotPage.getSnapshotPage,
  getRunningInstances: snapshotPage.getRunningInstances,
  exportFlows,
  exportNotifications,
  exportEnvironments,
  exportPolicies,
  exportTrails,
  exportAllTrails,
  exportAllAttestations,
  exportAttestations,
  exportBuilds,
  listKnownTags,
  exportControls,
  exportControlEnvironments,
  exportRequirements,
  exportDecisions,
  exportMembers,
  exportServiceAccounts,
  exportArtifacts,
  exportRunning,
  exportSnapshots,
  exportSnapshotArtifacts,
  downloadSnapshotPackage,
  getFlowStatistics: flowStatistics.getFlowStatistics,
  listFlowSlots: flowStatistics.listFlowSlots,
  getFlowMatrix: flowStatistics.getFlowMatrix,
  exportFlowMatrix: flowStatistics.exportFlowMatrix,
  compareSnapshots,
  exportComparison,
  listEventLog,
  exportEventLog,
  countEventLog,
  listDeployments,
  exportDeployments,
  getDeploymentStatistics,
  listServices,
  listTemplateVersions,
  previewTemplate,
  archivePolicy: policy.archivePolicy,
  listPolicySummaries: policyPage.listPolicySummaries,
  getPolicyPage: policyPage.getPolicyPage,
  listAttachedPolicies: policyPage.listAttachedPolicies,
  exportAttachedPolicies: policyPage.exportAttachedPolicies,
  previewPolicy: policyPage.previewPolicy,
  listControlSummaries,
  getControlPage,
  listRequirements,
  previewControlImport: controlImport.previewControlImport,
  importControls: controlImport.importControls,
  listDecisionLog,
  countAttestationFacets: explorer.countAttestationFacets,
  countAttestationDays: explorer.countAttestationDays,
  resolveCommits: explorer.resolveCommits,
  listMissingEvidence: explorer.listMissingEvidence,
  countDecisionDays,
  getDecisionPage,
  listCustomTypeSummaries: customType.listCustomTypeSummaries,
  tryCustomType: customType.tryCustomType,
  previewPolicyEffect,
  makeOverride: override.makeOverride,
  previewOverride: overrideEffect.previewOverride,
  setOverrideExpiry: override.setOverrideExpiry,
  endOverride: override.endOverride,
  makeOverrides: overrideBulk.makeOverrides,
  previewOverrides: overrideBulk.previewOverrides,
  reviewOverrides: overrideBulk.reviewOverrides,
  countOverrides: overrideBulk.countOverrides,
  proposeOverride: overrideProposal.proposeOverride,
  approveProposal: overrideProposal.approveProposal,
  declineProposal: overrideProposal.declineProposal,
  withdrawProposal: overrideProposal.withdrawProposal,
  exportOverrides,
  proposeAllowance: allowanceProposal.proposeAllowance,
  exportAllowedArtifacts,
  listAllowanceProposals: allowanceProposal.listAllowanceProposals,
  approveAllowance: allowanceProposal.approveAllowance,
  declineAllowance: allowanceProposal.declineAllowance,
  withdrawAllowance: allowanceProposal.withdrawAllowance,
  listExceptions: exception.listExceptions,
  exportExceptions: exception.exportExceptions,
  summarizeExceptions: exception.summarizeExceptions,
  getExceptionReview: exceptionReview.getExceptionReview,
  reviewException: exceptionReview.reviewException,
  listOverrides: override.listOverrides,
  getOverride: override.getOverride,
  getOverrideSettings: organizationSettings.getOverrideSettings,
  putOverrideSettings: organizationSettings.putOverrideSettings,
  getEvidenceSettings: organizationSettings.getEvidenceSettings,
  putEvidenceSettings: organizationSettings.putEvidenceSettings,
  getReportingSettings: organizationSettings.getReportingSettings,
  putReportingSettings: organizationSettings.putReportingSettings,
  getSignInSettings,
  getKeySettings: organizationSettings.getKeySettings,
  putKeySettings: organizationSettings.putKeySettings,
  getRetentionSettings,
  putRetentionSettings,
  getTimeSettings: organizationSettings.getTimeSettings,
  putTimeSettings: organizationSettings.putTimeSettings,
  getOverview: overview.getOverview,
  countRecentTrails: overview.countRecentTrails,
  listRecentChanges: overview.listRecentChanges,
  listComplianceDays: overview.listComplianceDays,
  snoozeEnvironment: overview.snoozeEnvironment,
  unsnoozeEnvironment: overview.unsnoozeEnvironment,
  savePreference,
  listViews: view.listViews,
  getView: view.getView,
  createView: view.createView,
  changeView: view.changeView,
  deleteView: view.deleteView,
  getEnvironmentVerdict: verdict.getEnvironmentVerdict,
  getArtifactVerdict: verdict.getArtifactVerdict,
  canDeploy: verdict.canDeploy,
  listVerdictRuns,
  listNotificationSummaries: notificationPage.listNotificationSummaries,
  getNotificationPage: notificationPage.getNotificationPage,
  makeNotification: notificationPage.makeNotification,
  saveNotification: notificationPage.saveNotification,
  muteNotification: notificationPage.muteNotification,
  unmuteNotification: notificationPage.unmuteNotification,
  previewNotificationDeletion: notificationPage.previewNotificationDeletion,
  getNotificationCoverage: notificationPage.getNotificationCoverage,
  listNotificationsOfEnvironment: notificationPage.listNotificationsOfEnvironment,
  previewNotification: notificationDraft.previewNotification,
  testNotificationDraft: notificationDraft.testNotificationDraft,
  backtestNotification: notificationDraft.backtestNotification,
  findSelectedEnvironments: notificationDraft.findSelectedEnvironments,
  listDeliveries: notificationDelivery.listDeliveries,
  exportDeliveries: notificationDelivery.exportDeliveries,
  getDelivery: notificationDelivery.getDelivery,
  redeliver: notificationDelivery.redeliver,
  testNotification: notificationDelivery.testNotification,
  countDeliveryDays: notificationDelivery.countDeliveryDays,
  getDashboardOpenapi,
} as const
