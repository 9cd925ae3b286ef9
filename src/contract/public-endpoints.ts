import * as z from 'zod/mini'
import * as allowList from './allow-list/allow-list.ts'
import * as artifact from './artifact/artifact.ts'
import * as attestationReport from './attestation/attestation-report.ts'
import * as attestation from './attestation/attestation.ts'
import * as auditPackage from './audit-package/audit-package.ts'
import * as build from './build/build.ts'
import { endpoint, type EndpointTexts } from './common/endpoint.ts'
import { getControlCoverage } from './control/control-page.ts'
import * as control from './control/control.ts'
import * as customType from './custom-type/custom-type.ts'
import { listDecisions, getDecision } from './decision/decision.ts'
import * as environmentReport from './environment/environment-report.ts'
import * as environment from './environment/environment.ts'
import { listEnvironmentEvents } from './event/event.ts'
import * as flow from './flow/flow.ts'
import * as notification from './notification/notification.ts'
import * as policy from './policy/policy.ts'
import { listRepos, getRepo } from './repo/repo.ts'
import { searchBySha } from './search/search.ts'
import * as serviceAccount from './service-account/service-account.ts'
import { diffSnapshots } from '#contract/snapshot/comparison.ts'
import { listSnapshots, getSnapshot } from './snapshot/snapshot.ts'
import { changeTags } from './tag/tag.ts'
import * as trail from './trail/trail.ts'
import {
  getDefaultOrganization,
  setDefaultOrganization,
  setExperimentalFeatures,
} from './user/user.ts'
import { assertArtifact } from './verdict/assertion.ts'

export const getOpenapi = endpoint({
  name: 'getOpenapi',
  method: 'GET',
  path: '/openapi.json',
  access: 'anyone',
  response: z.record(z.string(), z.unknown()),
})

export const getDashboardOpenapi = endpoint({
  name: 'getDashboardOpenapi',
  method: 'GET',
  path: '/cairn/openapi.json',
  access: 'anyone',
  response: z.record(z.string(), z.unknown()),
})

/** Endpoints of the specification, in its order, for reporters and scripts. */
export const publicEndpoints = {
  listAttestationsForCriteria: attestation.listAttestationsForCriteria,
  overrideAttestation: attestation.overrideAttestation,
  listFlowAttestations: attestation.listFlowAttestations,
  attestJunit: attestationReport.attestJunit,
  attestGeneric: attestationReport.attestGeneric,
  attestSnyk: attestationReport.attestSnyk,
  attestPullRequest: attestationReport.attestPullRequest,
  attestJira: attestationReport.attestJira,
  attestSonar: attestationReport.attestSonar,
  attestCustom: attestationReport.attestCustom,
  attestDecision: attestationReport.attestDecision,
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

/** Texts of these endpoints in the API reference. */
export const publicEndpointsTexts = {
  getOpenapi: {
    summary: 'This document',
    description:
      'Returns the OpenAPI 3.1 document of the public API, without signing in. The endpoints that only the dashboard calls are in a document of their own.',
  },
  getDashboardOpenapi: {
    summary: 'The document of the endpoints that only the dashboard calls',
    description:
      'Returns the OpenAPI 3.1 document of the endpoints below `/cairn`, without signing in. They serve the pages of this version and may change with the next one; what the public document holds does not.',
  },
} satisfies EndpointTexts
