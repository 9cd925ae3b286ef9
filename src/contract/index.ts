import * as allowList from './allow-list.ts'
import { type ArchivedTwins, archivedTwins } from './archived.ts'
import { listEnvironmentsOfArtifact } from './artifact-run.ts'
import * as artifact from './artifact.ts'
import { assertArtifact } from './assert.ts'
import * as attestation from './attestation.ts'
import * as explorer from './attestation-explorer.ts'
import * as auditPackage from './audit-package.ts'
import { findPreviousRun } from './attestation-run.ts'
import { countAuditLog, getAuditEntry, listAuditLog } from './audit.ts'
import * as build from './build.ts'
import { streamChanges } from './change.ts'
import * as control from './control.ts'
import { getControlCoverage } from './control-coverage.ts'
import * as controlImport from './control-import.ts'
import { getControlPage, listControlSummaries } from './control-page.ts'
import { listRequirements } from './control-requirement.ts'
import * as customType from './custom-type.ts'
import { getDecision, listDecisions } from './decision.ts'
import { countDecisionDays, getDecisionPage, listDecisionLog } from './decision-page.ts'
import { getDeploymentStatistics, listDeployments } from './deployment.ts'
import * as environment from './environment.ts'
import { listEnvironmentEvents } from './environment-event.ts'
import { countEventLog, listEventLog } from './event-log.ts'
import * as environmentReport from './environment-report.ts'
import {
  exportAllAttestations,
  exportArtifacts,
  exportAttestations,
  exportAuditLog,
  exportBuilds,
  exportControls,
  exportDecisions,
  exportEnvironments,
  exportFlows,
  exportOverrides,
  exportMembers,
  exportNotifications,
  exportPolicies,
  exportRunning,
  exportServiceAccounts,
  exportSnapshotArtifacts,
  exportSnapshots,
  exportTrails,
} from './export.ts'
import * as flow from './flow.ts'
import * as flowStatistics from './flow-statistics.ts'
import * as member from './member.ts'
import * as notification from './notification.ts'
import * as notificationDelivery from './notification-delivery.ts'
import * as notificationDraft from './notification-draft.ts'
import * as notificationPage from './notification-page.ts'
import { getOpenapi } from './openapi-endpoint.ts'
import * as ownAccount from './own-account.ts'
import * as organizationSettings from './organization-settings.ts'
import * as override from './override.ts'
import * as overrideBulk from './override-bulk.ts'
import * as overrideProposal from './override-proposal.ts'
import { previewPolicyEffect } from './policy-effect.ts'
import * as policyPage from './policy-page.ts'
import * as overview from './overview.ts'
import * as policy from './policy.ts'
import { savePreference } from './preference.ts'
import { getRepo, listRepos } from './repo.ts'
import { nearestNames, searchBySha } from './search.ts'
import * as serviceAccount from './service-account.ts'
import { createSession, deleteSession, getSession } from './session.ts'
import { getSnapshot, listSnapshots } from './snapshot.ts'
import { compareSnapshots } from './snapshot-comparison.ts'
import { diffSnapshots } from './snapshot-diff.ts'
import * as snapshotPage from './snapshot-page.ts'
import * as space from './space.ts'
import { changeTags } from './tag.ts'
import { listTemplateVersions, previewTemplate } from './template-version.ts'
import * as trail from './trail.ts'
import { getDefaultOrganization, setDefaultOrganization, setExperimentalFeatures } from './user.ts'
import * as trailPage from './trail-page.ts'
import * as view from './view.ts'
import * as verdict from './verdict.ts'
import { listVerdictRuns } from './verdict-run.ts'

/** Every endpoint, in the order of the specification. The key names it everywhere. */
export const own = {
  listAttestationsForCriteria: attestation.listAttestationsForCriteria,
  overrideAttestation: attestation.overrideAttestation,
  listFlowAttestations: attestation.listFlowAttestations,
  attestJunit: attestation.attestJunit,
  attestGeneric: attestation.attestGeneric,
  attestSnyk: attestation.attestSnyk,
  attestPullRequest: attestation.attestPullRequest,
  attestJira: attestation.attestJira,
  attestSonar: attestation.attestSonar,
  attestCustom: attestation.attestCustom,
  attestDecision: attestation.attestDecision,
  listAttestations: attestation.listAttestations,
  listTrailAttestations: attestation.listTrailAttestations,
  listArtifactAttestations: attestation.listArtifactAttestations,
  downloadEvidence: attestation.downloadEvidence,
  downloadAttestationPackage: auditPackage.downloadAttestationPackage,
  downloadTrailPackage: auditPackage.downloadTrailPackage,
  downloadArtifactPackage: auditPackage.downloadArtifactPackage,
  createCustomType: customType.createCustomType,
  listCustomTypes: customType.listCustomTypes,
  getCustomType: customType.getCustomType,
  archiveCustomType: customType.archiveCustomType,
  beginTrail: trail.beginTrail,
  listTrails: trail.listTrails,
  getTrail: trail.getTrail,
  putFlowWithTemplate: flow.putFlowWithTemplate,
  putFlow: flow.putFlow,
  listFlows: flow.listFlows,
  getFlow: flow.getFlow,
  renameFlow: flow.renameFlow,
  archiveFlow: flow.archiveFlow,
  listEnvironments: environment.listEnvironments,
  putEnvironment: environment.putEnvironment,
  getEnvironment: environment.getEnvironment,
  patchEnvironment: environment.patchEnvironment,
  archiveEnvironment: environment.archiveEnvironment,
  renameEnvironment: environment.renameEnvironment,
  joinEnvironment: environment.joinEnvironment,
  attachPolicies: environment.attachPolicies,
  detachPolicies: environment.detachPolicies,
  reportArtifact: artifact.reportArtifact,
  getArtifact: artifact.getArtifact,
  listArtifactsOfCommit: artifact.listArtifactsOfCommit,
  getLatestCommit: artifact.getLatestCommit,
  listArtifacts: artifact.listArtifacts,
  listBuilds: build.listBuilds,
  assertArtifact,
  searchBySha,
  nearestNames,
  reportK8s: environmentReport.reportK8s,
  reportEcs: environmentReport.reportEcs,
  reportS3: environmentReport.reportS3,
  reportLambda: environmentReport.reportLambda,
  reportServer: environmentReport.reportServer,
  reportDocker: environmentReport.reportDocker,
  reportAzureApps: environmentReport.reportAzureApps,
  reportCloudRun: environmentReport.reportCloudRun,
  listSnapshots,
  getSnapshot,
  diffSnapshots,
  listEnvironmentEvents,
  putPolicy: policy.putPolicy,
  listPolicies: policy.listPolicies,
  getPolicy: policy.getPolicy,
  createControl: control.createControl,
  listControls: control.listControls,
  getControl: control.getControl,
  updateControl: control.updateControl,
  archiveControl: control.archiveControl,
  unarchiveControl: control.unarchiveControl,
  getControlCoverage,
  listControlVersions: control.listControlVersions,
  listDecisions,
  getDecision,
  changeTags,
  listRepos,
  getRepo,
  allowArtifact: allowList.allowArtifact,
  listAllowedArtifacts: allowList.listAllowedArtifacts,
  disallowArtifact: allowList.disallowArtifact,
  listNotifications: notification.listNotifications,
  putNotification: notification.putNotification,
  getNotification: notification.getNotification,
  changeNotification: notification.changeNotification,
  deleteNotification: notification.deleteNotification,
  getNotificationSecret: notification.getNotificationSecret,
  rotateNotificationSecret: notification.rotateNotificationSecret,
  createServiceAccount: serviceAccount.createServiceAccount,
  listServiceAccounts: serviceAccount.listServiceAccounts,
  getServiceAccount: serviceAccount.getServiceAccount,
  updateServiceAccount: serviceAccount.updateServiceAccount,
  deleteServiceAccount: serviceAccount.deleteServiceAccount,
  createServiceKey: serviceAccount.createServiceKey,
  listServiceKeys: serviceAccount.listServiceKeys,
  getServiceKey: serviceAccount.getServiceKey,
  rotateServiceKey: serviceAccount.rotateServiceKey,
  revokeServiceKey: serviceAccount.revokeServiceKey,
  getDefaultOrganization,
  setDefaultOrganization,
  setExperimentalFeatures,
  getOpenapi,
  createSession,
  getSession,
  deleteSession,
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
  listMembershipChanges: member.listMembershipChanges,
  listAbilities: member.listAbilities,
  listSpaces: space.listSpaces,
  getSpace: space.getSpace,
  createSpace: space.createSpace,
  changeSpace: space.changeSpace,
  deleteSpace: space.deleteSpace,
  putInSpace: space.putInSpace,
  takeOutOfSpace: space.takeOutOfSpace,
  streamChanges,
  listAuditLog,
  getAuditEntry,
  countAuditLog,
  exportAuditLog,
  listFlowSummaries: flow.listFlowSummaries,
  listEnvironmentSummaries: environment.listEnvironmentSummaries,
  listTrailSummaries: trail.listTrailSummaries,
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
  findPreviousRun,
  getRunningNow: snapshotPage.getRunningNow,
  listSnapshotSummaries: snapshotPage.listSnapshotSummaries,
  getSnapshotPage: snapshotPage.getSnapshotPage,
  getRunningInstances: snapshotPage.getRunningInstances,
  exportFlows,
  exportNotifications,
  exportEnvironments,
  exportPolicies,
  exportTrails,
  exportAllAttestations,
  exportAttestations,
  exportBuilds,
  exportControls,
  exportDecisions,
  exportMembers,
  exportServiceAccounts,
  exportArtifacts,
  exportRunning,
  exportSnapshots,
  exportSnapshotArtifacts,
  getFlowStatistics: flowStatistics.getFlowStatistics,
  listFlowSlots: flowStatistics.listFlowSlots,
  getFlowMatrix: flowStatistics.getFlowMatrix,
  compareSnapshots,
  listEventLog,
  countEventLog,
  listDeployments,
  getDeploymentStatistics,
  listTemplateVersions,
  previewTemplate,
  archivePolicy: policy.archivePolicy,
  listPolicySummaries: policyPage.listPolicySummaries,
  getPolicyPage: policyPage.getPolicyPage,
  listAttachedPolicies: policyPage.listAttachedPolicies,
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
  countDecisionDays,
  getDecisionPage,
  listCustomTypeSummaries: customType.listCustomTypeSummaries,
  tryCustomType: customType.tryCustomType,
  previewPolicyEffect,
  makeOverride: override.makeOverride,
  previewOverride: override.previewOverride,
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
  listOverrides: override.listOverrides,
  getOverride: override.getOverride,
  getOverrideSettings: organizationSettings.getOverrideSettings,
  putOverrideSettings: organizationSettings.putOverrideSettings,
  getReportingSettings: organizationSettings.getReportingSettings,
  putReportingSettings: organizationSettings.putReportingSettings,
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
  getDelivery: notificationDelivery.getDelivery,
  redeliver: notificationDelivery.redeliver,
  testNotification: notificationDelivery.testNotification,
  countDeliveryDays: notificationDelivery.countDeliveryDays,
} as const
export type OwnEndpoints = typeof own

/** Table of contents: every endpoint, and the archive's twins of those that read flows. */
export const endpoints: OwnEndpoints & ArchivedTwins<OwnEndpoints> = {
  ...own,
  ...archivedTwins(own),
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
