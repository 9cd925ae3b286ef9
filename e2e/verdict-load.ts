import { createHash } from 'node:crypto'
import { policyYaml } from '#server/testing/policies.ts'

/** Calls the service and returns the response status. */
export type Send = (
  method: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: { json: object } | { form: Record<string, string> },
) => Promise<number>

const environments = ['load-a', 'load-b', 'load-c', 'load-d'] as const
const flows = ['load-web', 'load-api', 'load-jobs'] as const
const artifacts = flows.flatMap((flow) =>
  [1, 2, 3, 4].map((number) => ({ flow, name: `${flow}-${number}`, trail: `run-${number}` })),
)
const policies = ['load-known', 'load-scanned', 'load-tested'] as const

const need = (name: string, condition = '') =>
  policyYaml(
    'attestations:',
    `  - {name: ${name}, type: generic${condition && `, if: '\${{ ${condition} }}'`}}`,
  )
const contents = [
  policyYaml('provenance: {required: true}'),
  policyYaml('trail-compliance: {required: true}'),
  need('scan'),
  need('test', 'flow.tags.risk == "high"'),
]

const fingerprintOf = (text: string) => createHash('sha256').update(text).digest('hex')
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
const isLucky = (chance = 0.5) => Math.random() < chance

const policy = (send: Send, name: string, content: string) =>
  send('PUT', '/policies/acme', {
    form: { payload: JSON.stringify({ name, type: 'env' }), policy_file: content },
  })

const run = (send: Send, environment: string, names: readonly string[]) =>
  send('PUT', `/environments/acme/${environment}/report/server`, {
    json: {
      artifacts: names.map((name) => ({
        digests: { [name]: fingerprintOf(name) },
        creationTimestamp: 1_790_000_000,
      })),
    },
  })

const build = (send: Send, { flow, name, trail }: (typeof artifacts)[number]) =>
  send('POST', `/artifacts/acme/${flow}`, {
    json: {
      fingerprint: fingerprintOf(name),
      filename: name,
      git_commit: fingerprintOf(name).slice(0, 40),
      build_url: 'https://ci.example.com/1',
      commit_url: 'https://code.example.com/1',
      trail_name: trail,
      template_reference_name: name,
    },
  })

const attest = (send: Send, { flow, name, trail }: (typeof artifacts)[number]) =>
  send('POST', `/attestations/acme/${flow}/trail/${trail}/generic`, {
    form: {
      data_json: JSON.stringify({
        attestation_name: pick(['scan', 'test']),
        is_compliant: isLucky(0.7),
        ...(isLucky(0.7) && { artifact_fingerprint: fingerprintOf(name) }),
      }),
    },
  })

/** Creates the environments, flows, artifacts and policies that the writers share. */
export async function seedEnvironments(send: Send): Promise<void> {
  for (const name of environments) {
    await send('PUT', '/environments/acme', { json: { name, type: 'server' } })
  }
  const logical = { name: 'load-all', type: 'logical', included_environments: environments }
  await send('PUT', '/environments/acme', { json: logical })
  for (const artifact of artifacts) await build(send, artifact)
  for (const [at, name] of policies.entries()) await policy(send, name, contents[at] as string)
  for (const name of environments) {
    await run(
      send,
      name,
      artifacts.map((one) => one.name),
    )
  }
}

const writes: ((send: Send) => Promise<number>)[] = [
  (send) =>
    run(
      send,
      pick(environments),
      artifacts.filter(() => isLucky(0.7)).map(({ name }) => name),
    ),
  (send) => attest(send, pick(artifacts)),
  (send) => attest(send, pick(artifacts)),
  (send) => build(send, { ...pick(artifacts), flow: pick(flows), trail: `run-${pick([5, 6])}` }),
  (send) =>
    send(isLucky() ? 'POST' : 'DELETE', `/environments/acme/${pick(environments)}/policies`, {
      json: { policy_names: [pick(policies)] },
    }),
  (send) => {
    const artifact_fingerprint = fingerprintOf(pick(artifacts).name)
    const path = `/allowlists/acme/${pick(environments)}`
    return isLucky()
      ? send('DELETE', `${path}/${artifact_fingerprint}`, { json: {} })
      : send('PUT', path, { json: { artifact_fingerprint, artifact_name: 'it', description: 'x' } })
  },
  (send) =>
    send('PATCH', `/tags/acme/flow/${pick(flows)}`, {
      json: { set_tags: { risk: pick(['high', 'low']) } },
    }),
  (send) => policy(send, pick(policies), pick(contents)),
]

/** Sends a random write that can change verdicts. */
export const randomWrite = (send: Send): Promise<number> => pick(writes)(send)
