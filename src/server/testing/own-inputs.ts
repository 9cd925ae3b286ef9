import { randomBytes, randomUUID } from 'node:crypto'
import { withAdministration } from '#server/database/system/administration.ts'
import type { TestApp } from './app.ts'
import { environmentReporter } from './environments.ts'
import type { ExampleWorld } from './example-world.ts'
import { overrideClient } from './overrides.ts'
import { policyClient, provenanceYaml } from './policies.ts'

/** Parts of a call that its example lacks, or has for something else. */
interface OwnInput {
  /** Of the path and the query. */
  parameters?: Record<string, string>
  json?: object
  file?: { part: string; name: string; content: string }
  /** Who makes the call; by default the weakest role that may. */
  key?: string
}
type OwnInputs = Record<string, (app: TestApp, world: ExampleWorld) => OwnInput | Promise<OwnInput>>

/** A flow of its own, for a call that takes it away. */
const ownFlow = async (app: TestApp): Promise<OwnInput> => {
  await environmentReporter(app).flow('short-lived')
  return { parameters: { flow_name: 'short-lived' } }
}

/** An environment of its own, for a call that takes it away. */
const ownEnvironment = async (app: TestApp): Promise<OwnInput> => {
  await environmentReporter(app).environment('short-lived')
  return { parameters: { env_name: 'short-lived' } }
}

const reporting =
  (type: string) =>
  async (app: TestApp): Promise<OwnInput> => {
    await environmentReporter(app).environment(`of-${type}`, type)
    return { parameters: { env_name: `of-${type}` } }
  }

const ofAccount = (_app: TestApp, world: ExampleWorld): OwnInput => ({
  parameters: { name: world.service_account, id: world.service_key_id },
})

/** An account and a key of its own, for a call that takes it away. */
const ownAccount = async (app: TestApp): Promise<OwnInput> => {
  const key = 'snapshotter'
  const json = { name: `own-${randomUUID()}`, privilege: 'reader' }
  await app.call('POST', '/service-accounts/acme', { key, json })
  const keys = `/service-accounts/acme/${json.name}/api-keys`
  const { body } = await app.call('POST', keys, { key, json: {} })
  return { parameters: { name: json.name, id: body.id } }
}

const ofMember = (): OwnInput => ({ parameters: { name: 'jonas' }, json: { role: 'reader' } })

/** A notification of its own, for a call that takes it away or needs its target. */
const ownNotification = async (app: TestApp): Promise<OwnInput> => {
  const { body } = await app.call('POST', '/cairn/acme/notifications', {
    json: {
      name: `Own ${randomUUID()}`,
      environments: ['production'],
      triggers: ['ON_NON_COMPLIANT_ENV'],
      targets: [{ type: 'WEBHOOK', webhook: 'https://1.1.1.1/own' }],
    },
  })
  const [target] = body.targets
  return { parameters: { number: String(body.number), target_id: target.target_id } }
}

/** A space of its own, for a call that takes it away or fills it. */
const ownSpace = async (app: TestApp): Promise<OwnInput> => {
  const json = { name: `Own ${randomUUID()}` }
  const { body } = await app.call('POST', '/cairn/acme/spaces', { json })
  return {
    parameters: { space_id: body.id },
    json: { name: `${json.name}, renamed`, parent_id: null },
  }
}

/** A request of its own for an override. */
const ownProposal = async (app: TestApp): Promise<OwnInput> => {
  const fields = { flow_name: 'payments', trail_name: 'build-4711' }
  const { body } = await overrideClient(app).ask(fields, { to: 'override-proposals' })
  return { parameters: { proposal_id: body.proposal_id } }
}

/** A request of its own for an entry of an allow-list. */
const ownAllowance = async (app: TestApp): Promise<OwnInput> => {
  const json = { ...allowance(), environment_name: 'production' }
  const { body } = await app.call('POST', '/cairn/acme/allowance-proposals', { json })
  return { parameters: { proposal_id: body.proposal_id } }
}

/** An entry that no other call has made. */
const allowance = () => ({
  artifact_fingerprint: randomBytes(32).toString('hex'),
  artifact_name: 'mirror',
  description: 'Comes from a partner',
})

const override = {
  flow_name: 'payments',
  trail_name: 'build-4711',
  attestation_name: 'scan',
  original_attestation_type: 'generic',
  new_compliance_status: true,
  reason: 'Accepted for now',
}
/** An exception of its own, which another person reviews. */
const ownException = async (app: TestApp): Promise<OwnInput> => {
  const { body } = await app.call('POST', '/cairn/acme/overrides', {
    json: override,
    key: 'member',
  })
  const seen = { expires_at: null, reviewed_at: null }
  const review = {
    kind: 'override',
    outcome: 'kept',
    reason: 'Still needed',
    expires_at: null,
    seen,
  }
  return { json: { ...review, exception_id: body.override_id }, key: 'admin' }
}

const policyFile = { part: 'policy_file', name: 'policy.yml', content: provenanceYaml }

/** Input of calls that use something up, or whose example is about something else. */
export const ownInputs: OwnInputs = {
  archiveFlow: ownFlow,
  renameFlow: async (app) => ({ ...(await ownFlow(app)), json: { new_name: 'renamed' } }),
  putEnvironment: () => ({ json: { name: 'staging', type: 'server' } }),
  archiveEnvironment: ownEnvironment,
  renameEnvironment: async (app) => {
    await environmentReporter(app).environment('former')
    return { parameters: { env_name: 'former' }, json: { new_name: 'renamed' } }
  },
  joinEnvironment: () => ({
    parameters: { env_name: 'all' },
    json: { physical_env_name: 'production' },
  }),
  reportK8s: reporting('K8S'),
  reportEcs: reporting('ECS'),
  reportS3: reporting('S3'),
  reportLambda: reporting('lambda'),
  reportDocker: reporting('docker'),
  reportAzureApps: reporting('azure-apps'),
  reportCloudRun: reporting('cloud-run'),
  diffSnapshots: () => ({ parameters: { snappish1: 'production#1', snappish2: 'production' } }),
  compareSnapshots: () => ({ parameters: { base: 'production#1', head: 'production' } }),
  exportComparison: () => ({ parameters: { base: 'production#1', head: 'production' } }),
  putPolicy: () => ({ json: { name: 'other-rules' }, file: policyFile }),
  archivePolicy: async (app) => {
    await policyClient(app).policy('short-lived', provenanceYaml)
    return { parameters: { policy_name: 'short-lived' } }
  },
  createControl: () => ({ json: { identifier: 'RCTL-2', name: 'Peer review' } }),
  archiveControl: async (app) => {
    await environmentReporter(app).control('RCTL-3')
    return { parameters: { identifier: 'RCTL-3' } }
  },
  unarchiveControl: () => ({ parameters: { identifier: 'RCTL-3' } }),
  getDecision: (_app, { decision_id }) => ({ parameters: { attestation_id: decision_id } }),
  getDecisionPage: (_app, { decision_id }) => ({ parameters: { attestation_id: decision_id } }),
  archiveCustomType: async (app) => {
    const form = [{ name: 'data_json', content: JSON.stringify({ name: 'short-lived' }) }]
    await app.call('POST', '/custom-attestation-types/acme', { form })
    return { parameters: { type_name: 'short-lived' } }
  },
  changeNotification: () => ({ json: { name: 'On call, renamed' } }),
  makeNotification: () => ({ json: { name: 'Night shift' } }),
  saveNotification: () => ({ json: { name: 'Day shift' } }),
  muteNotification: () => ({ json: { until: Math.floor(Date.now() / 1000) + 86_400 } }),
  testNotification: async (app) => {
    const { parameters } = await ownNotification(app)
    return { parameters, json: { target_id: parameters?.target_id } }
  },
  deleteNotification: ownNotification,
  getNotificationSecret: ownNotification,
  rotateNotificationSecret: ownNotification,
  createServiceAccount: () => ({ json: { name: 'scanner', privilege: 'snapshotter' } }),
  getServiceAccount: ofAccount,
  getServiceAccountPage: ofAccount,
  updateServiceAccount: (app, world) => ({
    ...ofAccount(app, world),
    json: { description: 'Builds', privilege: 'reader' },
  }),
  deleteServiceAccount: ownAccount,
  createServiceKey: ofAccount,
  listServiceKeys: ofAccount,
  getServiceKey: ofAccount,
  rotateServiceKey: ownAccount,
  revokeServiceKey: ownAccount,
  addMember: () => ({ json: { name: 'noor', role: 'member', create: true } }),
  renewInvitation: ofMember,
  changeMember: ofMember,
  removeMember: () => ({ parameters: { name: 'mei' } }),
  leaveOrganization: async (app) => {
    await withAdministration(app.connection, async (administration) => {
      await administration.addUser('leaver')
      await administration.addMember('acme', 'leaver', 'reader')
      app.keys.leaver = await administration.addKey('leaver', 'test')
    })
    return { key: 'leaver', json: { organization: 'acme' } }
  },
  changeSpace: ownSpace,
  deleteSpace: ownSpace,
  putInSpace: async (app) => ({ ...(await ownSpace(app)), json: { flows: ['payments'] } }),
  takeOutOfSpace: async (app) => ({ ...(await ownSpace(app)), json: { flows: ['payments'] } }),
  getRunningInstances: (_app, { fingerprint }) => ({
    parameters: { artifact_name: 'payments-api:2.4.1', artifact_fingerprint: fingerprint },
  }),
  snoozeEnvironment: async (app) => {
    await environmentReporter(app).environment('unsound')
    await policyClient(app).policy('provenance', provenanceYaml)
    await policyClient(app).attach('unsound', 'provenance')
    await environmentReporter(app).run('unsound', { unknown: 1 })
    return { parameters: { env_name: 'unsound' } }
  },
  unsnoozeEnvironment: () => ({ parameters: { env_name: 'unsound' } }),
  changeView: () => ({ json: { name: 'Renamed' } }),
  getArtifactVerdict: (_app, { fingerprint }) => ({ parameters: { fingerprint } }),
  canDeploy: (_app, { fingerprint }) => ({ parameters: { fingerprint } }),
  getAuditEntry: (_app, { audit_entry_id }) => ({ parameters: { id: audit_entry_id } }),
  makeOverride: () => ({ json: override }),
  previewOverride: () => ({ json: override }),
  proposeOverride: () => ({ json: override }),
  // Made by a member.
  reviewOverrides: (_app, { override_id }) => ({
    json: { override_ids: [override_id] },
    key: 'admin',
  }),
  approveProposal: async (app) => ({ ...(await ownProposal(app)), key: 'admin' }),
  reviewException: ownException,
  proposeAllowance: () => ({ json: { ...allowance(), environment_name: 'production' } }),
  approveAllowance: async (app) => ({ ...(await ownAllowance(app)), key: 'admin' }),
  declineAllowance: async (app) => ({ ...(await ownAllowance(app)), key: 'admin' }),
  withdrawAllowance: ownAllowance,
  declineProposal: async (app) => ({ ...(await ownProposal(app)), key: 'admin' }),
  withdrawProposal: ownProposal,
}
