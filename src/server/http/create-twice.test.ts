import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { policyForm, provenanceYaml } from '#server/testing/policies.ts'
import { artifactReport, fingerprintOf, reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('kept')
  await report.begin('kept', 'run')
  await app.call('PUT', '/environments/acme', { json: { name: 'kept', type: 'server' } })
  await app.call('PUT', '/policies/acme', { form: policyForm({ name: 'kept' }, provenanceYaml) })
  const account = { name: 'kept', privilege: 'reader' }
  await app.call('POST', '/service-accounts/acme', { json: account })
})
afterAll(() => app.close())

interface Create {
  what: string
  /** Method and path of the creating call, and the body for a name. */
  call: [method: string, path: string]
  send(name: string): TestRequest
  key?: string
  first?: 200 | 201
  /** Status of the same call once the resource exists. */
  again: 200 | 201 | 400 | 409
  /** Every call makes one more: a secret lost in transit cannot be shown again. */
  isAnother?: true
}

const evidence = (name: string) => ({ form: dataForm({ attestation_name: name }) })
const creates: Create[] = [
  {
    what: 'flow',
    call: ['PUT', '/flows/acme'],
    send: (name) => ({ json: { name } }),
    again: 200,
  },
  {
    what: 'flow with a template',
    call: ['PUT', '/flows/acme/template_file'],
    send: (name) => ({
      form: dataForm(
        { name: `of-${name}` },
        { part: 'template_file', name: 't.yml', content: 'version: 1\n' },
      ),
    }),
    again: 200,
  },
  {
    what: 'trail',
    call: ['PUT', '/trails/acme/kept'],
    send: (name) => ({ form: dataForm({ name }) }),
    again: 200,
  },
  {
    what: 'artifact',
    call: ['POST', '/artifacts/acme/kept'],
    send: (name) => ({ json: artifactReport({ fingerprint: fingerprintOf(name) }) }),
    again: 201,
  },
  {
    what: 'attestation',
    call: ['POST', '/attestations/acme/kept/trail/run/generic'],
    send: evidence,
    again: 201,
    isAnother: true,
  },
  {
    what: 'environment',
    call: ['PUT', '/environments/acme'],
    send: (name) => ({ json: { name, type: 'K8S' } }),
    again: 200,
  },
  {
    what: 'environment report',
    call: ['PUT', '/environments/acme/kept/report/server'],
    send: (name) => ({
      json: { artifacts: [{ digests: { [name]: fingerprintOf(name) }, creationTimestamp: 1 }] },
    }),
    again: 200,
  },
  {
    what: 'allowed artifact',
    call: ['PUT', '/allowlists/acme/kept'],
    send: (name) => ({
      json: { artifact_fingerprint: fingerprintOf(name), artifact_name: name, description: 'x' },
    }),
    again: 200,
  },
  {
    what: 'attached policy',
    call: ['POST', '/environments/acme/kept/policies'],
    send: () => ({ json: { policy_names: ['kept'] } }),
    first: 200,
    again: 200,
  },
  {
    what: 'policy',
    call: ['PUT', '/policies/acme'],
    send: (name) => ({ form: policyForm({ name }, provenanceYaml) }),
    again: 200,
  },
  {
    what: 'control',
    call: ['POST', '/controls/acme'],
    key: 'admin',
    send: (identifier) => ({ json: { identifier, name: 'One' } }),
    again: 409,
  },
  {
    what: 'custom type',
    call: ['POST', '/custom-attestation-types/acme'],
    send: (name) => ({ form: dataForm({ name }) }),
    again: 201,
    // Each call of a name is another version of it.
    isAnother: true,
  },
  {
    what: 'service account',
    call: ['POST', '/service-accounts/acme'],
    send: (name) => ({ json: { name: `account-${name}`, privilege: 'reader' } }),
    again: 400,
  },
  {
    what: 'member',
    call: ['POST', '/cairn/acme/members'],
    key: 'admin',
    send: (name) => ({ json: { name, role: 'reader', create: true } }),
    again: 400,
  },
  {
    what: 'tag',
    call: ['PATCH', '/tags/acme/flow/kept'],
    send: (name) => ({ json: { set_tags: { [name]: 'yes' } } }),
    first: 200,
    again: 200,
  },
  {
    what: 'key of a service account',
    call: ['POST', '/service-accounts/acme/kept/api-keys'],
    send: (description) => ({ json: { description } }),
    again: 201,
    isAnother: true,
  },
  {
    what: 'personal key',
    call: ['POST', '/cairn/session/api-keys'],
    send: (description) => ({ json: { description } }),
    again: 201,
    isAnother: true,
  },
]

const sum = (facts: Record<string, number>) => Object.values(facts).reduce((all, it) => all + it, 0)

describe.each(creates)(
  'one $what',
  ({ call: [method, path], send, key, first, again, ...rest }) => {
    const create = (name: string, headers: Record<string, string> = {}) =>
      app.call(method, path, { ...send(name), headers, ...(key ? { key } : {}) })
    const facts = async () => sum(await countRows(app))

    it('is stored once when it is sent twice', async () => {
      const before = await facts()
      expect((await create('twice')).status).toBe(first ?? 201)
      const once = await facts()
      const repeated = await create('twice')
      expect(repeated.status).toBe(again)
      if (again >= 400) expect(repeated.body.message).toMatch(/already|exists/)
      if (rest.isAnother) expect((await facts()) - once).toBeGreaterThan(0)
      else expect(await facts()).toBe(once)
      expect(once).toBeGreaterThan(before)
    })

    it('is stored once when eight send it at once', async () => {
      const before = await facts()
      await create('alone')
      const one = (await facts()) - before
      const answers = await Promise.all(Array.from({ length: 8 }, () => create('at-once')))
      const statuses = answers.map(({ status }) => status)
      for (const status of statuses) expect([first ?? 201, again, 409]).toContain(status)
      expect(statuses).toContain(first ?? 201)
      if (!rest.isAnother) expect((await facts()) - before).toBe(2 * one)
      if (again !== (first ?? 201)) {
        expect(statuses.filter((status) => status === (first ?? 201))).toHaveLength(1)
      }
    })
  },
)
