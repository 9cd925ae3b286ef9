import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { policyForm, policyClient, policyYaml, provenanceYaml } from '#server/testing/policies.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let keep: ReturnType<typeof policyClient>
beforeAll(async () => {
  app = await startTestApp()
  keep = policyClient(app)
})
afterAll(() => app.close())

const get = (name: string) => app.call('GET', `/policies/acme/${name}`, { key: 'reader' })
const versions = async (name: string) => (await get(name)).body.versions

describe('a policy', () => {
  it('is created, read and listed with its versions, oldest first', async () => {
    const made = await keep.policy('prod', provenanceYaml, { description: 'What prod takes' })
    expect([made.status, made.body]).toEqual([201, 'OK'])
    const next = await keep.policy('prod', policyYaml(), { comment: 'Ask nothing' })
    expect(next.status).toBe(200)
    const { body, headers } = await get('prod')
    expect(body).toMatchObject({
      name: 'prod',
      description: 'What prod takes',
      type: 'env',
      consuming_envs: [],
      archived_at: null,
      versions: [
        { version: 1, policy_yaml: provenanceYaml, created_by: 'member', comment: '' },
        { version: 2, policy_yaml: policyYaml(), created_by: 'member', comment: 'Ask nothing' },
      ],
    })
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/)
    await keep.policy('a-first', provenanceYaml)
    const { body: list } = await app.call('GET', '/policies/acme', { key: 'reader' })
    expect(list.map((one: { name: string }) => one.name)).toEqual(['a-first', 'prod'])
    expect(list[1]).toEqual(body)
  })

  it('gets no version for equal content, and then no audit entry', async () => {
    await keep.policy('same', provenanceYaml, { description: 'One' })
    const before = await countRows(app)
    expect((await keep.policy('same', provenanceYaml, { comment: 'Again' })).status).toBe(200)
    expect(await countRows(app)).toEqual(before)
    await keep.policy('same', provenanceYaml, { description: 'Two' })
    expect((await get('same')).body.description).toBe('Two')
    expect(await versions('same')).toHaveLength(1)
  })

  it('makes one version of equal concurrent changes', async () => {
    const sent = Array.from({ length: 6 }, () => keep.policy('crowd', provenanceYaml))
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 201])
    expect(await versions('crowd')).toHaveLength(1)
  })

  it('is not overwritten by a caller who read an older one', async () => {
    await keep.policy('stale', provenanceYaml)
    const etag = String((await get('stale')).headers['etag'])
    const put = (content: string) =>
      app.call('PUT', '/policies/acme', {
        form: policyForm({ name: 'stale' }, content),
        headers: { 'if-match': etag },
      })
    expect((await put(policyYaml())).status).toBe(200)
    const late = await put(policyYaml('provenance: {required: false}'))
    expect([late.status, late.body.current.versions.length]).toEqual([412, 2])
    expect(await versions('stale')).toHaveLength(2)
  })
})

describe('an invalid policy', () => {
  const bomb = [
    'a: &a [x]',
    ...'bcdefghij'
      .split('')
      .map((key, at) => `${key}: &${key} [*${'abcdefghi'[at]}, *${'abcdefghi'[at]}]`),
  ]
  it.each([
    ['broken YAML', '_schema: [v1\n', /line \d+, column \d+/],
    ['no schema', 'artifacts: {}\n', /_schema.*line 1, column 1/],
    ['an alias bomb', bomb.join('\n'), /line \d+/],
    ['a deep document', `_schema: ${'['.repeat(4000)}${']'.repeat(4000)}`, /line 1/],
    ['a duplicate key', `${provenanceYaml}_schema: v1\n`, /duplicate|unique|twice/i],
    ['an unknown key', `${policyYaml()}rules: []\n`, /rules: Extra inputs.*line 2, column/],
    [
      'a name and a type that say nothing',
      policyYaml('attestations:', "  - type: '*'"),
      /cannot both be '\*'.*line 4/,
    ],
    [
      'a control on another type',
      policyYaml('attestations:', '  - {type: junit, for_control: SC-1}'),
      /Only an attestation of type 'decision'/,
    ],
  ])('%s is refused, and nothing is stored', async (_what, content, message) => {
    const before = await countRows(app)
    const { status, body } = await keep.policy('bad', content)
    expect(status).toBe(400)
    expect(body.message).toBe('Input payload validation failed')
    expect(body.errors.policy_file).toMatch(message)
    expect(body.errors.policy_file).toMatch(/ \[input: .*\]$/s)
    expect(await countRows(app)).toEqual(before)
    expect((await get('bad')).status).toBe(404)
  })

  it('that names an unknown control is refused; one that names a known one is stored', async () => {
    const content = policyYaml(
      'attestations:',
      '  - {type: decision, for_control: SC-1}',
      '  - {type: decision, for_control: SC-2}',
    )
    await app.call('POST', '/controls/acme', {
      json: { identifier: 'SC-1', name: 'Scan' },
      key: 'admin',
    })
    const before = await countRows(app)
    const { status, body } = await keep.policy('controlled', content)
    expect(status).toBe(400)
    expect(body.errors.policy_file).toBe(
      "artifacts.attestations.1.for_control: Control 'SC-2' does not exist in organization 'acme' (line 5) [input: - {type: decision, for_control: SC-2}]",
    )
    expect(await countRows(app)).toEqual(before)
    expect((await keep.policy('controlled', content.replace('SC-2', 'SC-1'))).status).toBe(201)
    const control = await app.call('GET', '/controls/acme/SC-1', { key: 'reader' })
    expect(control.body.policies_referencing).toEqual(['controlled'])
  })

  it.each([
    [{ name: 'x y' }, provenanceYaml, 'name'],
    [{ name: 'x', type: 'flow' }, provenanceYaml, 'type'],
    [{ name: 'x' }, undefined, 'policy_file'],
  ])('%j is refused by its field', async (payload, content, field) => {
    const { status, body } = await app.call('PUT', '/policies/acme', {
      form: policyForm(payload, content),
    })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })

  it('that is unknown is 404', async () => {
    const message = "Policy 'nowhere' does not exist in organization 'acme'"
    expect((await get('nowhere')).body).toEqual({ message })
    const archive = await app.call('PUT', '/cairn/acme/policies/nowhere/archive')
    expect([archive.status, archive.body]).toEqual([404, { message }])
  })
})

describe('an archived policy', () => {
  const archive = (name: string) => app.call('PUT', `/cairn/acme/policies/${name}/archive`)

  it('was attached nowhere, is neither listed nor attachable, and comes back with a PUT', async () => {
    await keep.policy('old', provenanceYaml)
    await app.call('PUT', '/environments/acme', { json: { name: 'east', type: 'K8S' } })
    await keep.attach('east', 'old')
    const refused = await archive('old')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      'policy_attached',
      "Policy 'old' is attached to 'east': detach it there first",
    ])
    await keep.detach('east', 'old')
    expect([(await archive('old')).status, (await archive('old')).status]).toEqual([200, 200])
    expect((await get('old')).body.archived_at).toBeGreaterThan(1e9)
    const { body } = await app.call('GET', '/policies/acme')
    expect(body.map((one: { name: string }) => one.name)).not.toContain('old')
    const again = await keep.attach('east', 'old')
    expect([again.status, again.body.message]).toEqual([400, "Policy 'old' has been archived"])
    await keep.policy('old', provenanceYaml)
    expect((await get('old')).body).toMatchObject({ archived_at: null, versions: [{ version: 1 }] })
  })
})
