import * as artifact from './artifact.ts'
import * as attestation from './attestation.ts'
import { streamChanges } from './change.ts'
import * as flow from './flow.ts'
import { getOpenapi } from './openapi-endpoint.ts'
import { createSession, deleteSession, getSession } from './session.ts'
import { changeTags } from './tag.ts'
import { listTemplateVersions, previewTemplate } from './template-version.ts'
import * as trail from './trail.ts'

/** Table of contents: every endpoint, in the order of the specification. The key names it everywhere. */
export const endpoints = {
  listAttestationsForCriteria: attestation.listAttestationsForCriteria,
  listFlowAttestations: attestation.listFlowAttestations,
  attestJunit: attestation.attestJunit,
  attestGeneric: attestation.attestGeneric,
  attestSnyk: attestation.attestSnyk,
  attestPullRequest: attestation.attestPullRequest,
  attestJira: attestation.attestJira,
  attestSonar: attestation.attestSonar,
  listAttestations: attestation.listAttestations,
  listTrailAttestations: attestation.listTrailAttestations,
  listArtifactAttestations: attestation.listArtifactAttestations,
  downloadEvidence: attestation.downloadEvidence,
  beginTrail: trail.beginTrail,
  listTrails: trail.listTrails,
  getTrail: trail.getTrail,
  putFlowWithTemplate: flow.putFlowWithTemplate,
  putFlow: flow.putFlow,
  listFlows: flow.listFlows,
  getFlow: flow.getFlow,
  renameFlow: flow.renameFlow,
  archiveFlow: flow.archiveFlow,
  reportArtifact: artifact.reportArtifact,
  getArtifact: artifact.getArtifact,
  listArtifactsOfCommit: artifact.listArtifactsOfCommit,
  getLatestCommit: artifact.getLatestCommit,
  listArtifacts: artifact.listArtifacts,
  changeTags,
  getOpenapi,
  createSession,
  getSession,
  deleteSession,
  streamChanges,
  listFlowSummaries: flow.listFlowSummaries,
  listTrailSummaries: trail.listTrailSummaries,
  listTemplateVersions,
  previewTemplate,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
