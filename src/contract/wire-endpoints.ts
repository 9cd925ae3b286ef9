import * as allowList from './allow-list.ts'
import * as artifact from './artifact.ts'
import { assertArtifact } from './assert.ts'
import * as attestation from './attestation.ts'
import * as auditPackage from './audit-package.ts'
import * as build from './build.ts'
import * as control from './control.ts'
import { getControlCoverage } from './control-coverage.ts'
import * as customType from './custom-type.ts'
import { getDecision, listDecisions } from './decision.ts'
import * as environment from './environment.ts'
import { listEnvironmentEvents } from './environment-event.ts'
import * as environmentReport from './environment-report.ts'
import * as flow from './flow.ts'
import * as notification from './notification.ts'
import { getOpenapi } from './openapi-endpoint.ts'
import * as policy from './policy.ts'
import { getRepo, listRepos } from './repo.ts'
import { searchBySha } from './search.ts'
import * as serviceAccount from './service-account.ts'
import { getSnapshot, listSnapshots } from './snapshot.ts'
import { diffSnapshots } from './snapshot-diff.ts'
import { changeTags } from './tag.ts'
import * as trail from './trail.ts'
import { getDefaultOrganization, setDefaultOrganization, setExperimentalFeatures } from './user.ts'

/** The endpoints that reporters and scripts call, in the order of the specification. */
export const wireEndpoints = {
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
} as const
