import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapiDocument } from '#server/testing/openapi-document.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { provenanceYaml } from '#server/testing/policies.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.call('PUT', '/environments/acme', { json: { name: 'known', type: 'server' } })
  await reporter(app).flow('boiler')
  await reporter(app).begin('boiler', 'run-1')
})
afterAll(() => app.close())

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
}
const document = openapiDocument as {
  paths: Record<string, Record<string, Operation>>
  components: Json
}
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'document', components: document.components })

/** Returns whether the document allows a body. */
function allows(name: string, body: unknown): boolean {
  const { requestBody } = operations.find(({ operationId }) => operationId === name)!
  const text = JSON.stringify(requestBody!.content['application/json']!.schema)
  const schema = JSON.parse(text.replaceAll('"#/components/', '"document#/components/')) as Json
  return ajv.compile(schema)(body)
}

async function takes(name: keyof typeof endpoints, body: unknown): Promise<boolean> {
  const { method, path }: Endpoint = endpoints[name]
  const { status } = await app.call(method, path.replace('{org}', 'acme'), {
    key: 'admin',
    json: body,
  })
  return status < 300
}

const watch = { triggers: ['ON_NON_COMPLIANT_ENV'], environments: ['known'] }
const webhook = { type: 'WEBHOOK', webhook: 'https://1.1.1.1/hook' }
const settings = {
  approval: 'off',
  approval_tags: [],
  environment_tags: [],
  approver_roles: ['admin'],
  approvers: [],
  default_days: null,
  most_days: null,
  allows_no_expiry: true,
}
const override = {
  flow_name: 'boiler',
  trail_name: 'run-1',
  attestation_name: 'scan',
  reason: 'Accepted for now',
  new_compliance_status: true,
  original_attestation_type: 'generic',
}
const effect = {
  action: 'attach',
  policy_names: ['new'],
  policy_yaml: provenanceYaml,
  environments: ['known'],
}

/** A valid body by operation, and changes of it with whether it stays valid. */
const cases: [keyof typeof endpoints, Json, [Json, boolean][]][] = [
  [
    'backtestNotification',
    watch,
    [
      [{ environments: [] }, false],
      [{ environments: [], selector: {} }, true],
    ],
  ],
  [
    'previewNotification',
    { targets: [webhook] },
    [
      [{ targets: [{ ...webhook, type: '' }] }, false],
      [{ targets: [{ ...webhook, type: 'ſlack' }] }, false],
      [{ targets: [{ ...webhook, type: 'slack' }] }, true],
      [{ targets: [{ ...webhook, type: 'email' }] }, false],
      [{ targets: [{ type: 'WEBHOOK', webhook: null }] }, false],
      [{ targets: [{ type: 'WEBHOOK', webhook: 'ftp://1.1.1.1/' }] }, false],
      [{ targets: [{ ...webhook, context: { channel_id: 1 } }] }, false],
      [{ targets: [{ type: 'EMAIL', email: [] }] }, false],
      [{ targets: [{ type: 'EMAIL', email: ['nobody'] }] }, false],
      [{ targets: [{ type: 'Email', email: ['mei@acme.example'] }] }, true],
    ],
  ],
  [
    'previewPolicyEffect',
    effect,
    [
      [{ environments: null }, false],
      [{ environments: [] }, false],
      [{ action: 'detach' }, false],
      [{ action: 'save', policy_yaml: null }, false],
      [{ policy_names: ['new', 'new'] }, false],
    ],
  ],
  [
    'putOverrideSettings',
    settings,
    [
      [{ approval: 'tagged' }, false],
      [{ approval: 'tagged', environment_tags: ['tier'] }, true],
      [{ approval: 'tagged', approval_tags: ['pci'] }, true],
      [{ approval: 'all', approver_roles: [] }, false],
      [{ approval: 'all', approver_roles: [], approvers: ['member'] }, true],
      [{ allows_no_expiry: false }, false],
      [{ allows_no_expiry: false, default_days: 3 }, true],
    ],
  ],
  [
    'putTimeSettings',
    { time_zone: 'America/Argentina/Buenos_Aires' },
    [
      [{ time_zone: '' }, false],
      [{ time_zone: '+01:00' }, false],
      [{ time_zone: 'Europe/Berlin ' }, false],
      [{ time_zone: 'Etc/GMT+1' }, true],
    ],
  ],
  [
    'previewOverride',
    override,
    [
      [{ reason: ' \n' }, false],
      [{ reason: ' . ' }, true],
      [{ original_attestation_type: 'custom:' }, false],
      [{ original_attestation_type: 'decision' }, false],
      [{ more: { 'a\u0000': 1 } }, false],
      [{ 'more\u0000': 1 }, false],
      [{ more: [{ a: 'b' }] }, true],
    ],
  ],
]

describe.each(cases)('document and service agree on bodies of %s', (name, body, changes) => {
  it.each([[{}, true] as [Json, boolean], ...changes])('with %j: %s', async (change, isTaken) => {
    const changed = { ...body, ...change }
    const said = { document: allows(name, changed), service: await takes(name, changed) }
    expect(said).toEqual({ document: isTaken, service: isTaken })
  })
})

it('takes a call without a body where the document requires none, and nowhere else', async () => {
  const wrong: object[] = []
  for (const { operationId: name, requestBody } of operations) {
    if (!requestBody) continue
    const { method, path }: Endpoint = endpoints[name as keyof typeof endpoints]
    const known = path
      .replace('{org}', 'acme')
      .replace('{page}', 'overview')
      .replace(/\{\+?\w+\}/g, 'known')
    const { status, text } = await app.call(method, known, { key: 'admin' })
    const isRequired = /"Field required|multipart/.test(text)
    if (isRequired !== requestBody.required) wrong.push({ name, isRequired, status, text })
  }
  expect(wrong).toEqual([])
})
