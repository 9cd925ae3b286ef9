import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { artifactReport, reporter } from '#server/testing/reporter.ts'

const flow = 'legacy-billing'
let app: TestApp
let attestation: { attestation_id: string; _links: { evidence: { href: string } } }
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow(flow, undefined, { description: 'Retired' })
  await report.flow('payments')
  for (const name of [flow, 'payments']) {
    await report.begin(name, 'run-1')
    await report.artifact(name, { trail_name: 'run-1' })
    const file = { name: 'review.txt', content: 'looks good' }
    await report.generic(name, 'run-1', { attestation_name: 'review' }, file)
  }
  await app.call('PATCH', `/tags/acme/flow/${flow}`, { json: { set_tags: { tier: 'gone' } } })
  await app.call('PUT', `/flows/acme/${flow}/archive`)
  const found = await archived(`/attestations/acme/${flow}/trail/run-1/review`)
  attestation = found.body[0]
})
afterAll(() => app.close())

/** A read that sees what is archived alone. */
const archived = (path: string) => app.call('GET', `${path}?archived=only`, { key: 'reader' })

/** A flow-scoped read by its endpoint, with every parameter filled in. */
const filled = (name: string, of = flow) =>
  endpoints[name as EndpointName].path
    .replace('{org}', 'acme')
    .replace('{flow_name}', of)
    .replace('{env_name}', 'nowhere')
    .replace('{snapshot_expression}', 'latest')
    .replace('{trail_name}', 'run-1')
    .replace('{identifier}', 'SC-1')
    .replace('{attestation_name}', 'review')
    .replace('{attestation_id}', attestation.attestation_id)
    .replace('{fingerprint}', artifactReport().fingerprint)
    .replace('{git_commit}', artifactReport().git_commit)

/** Reads that can see what is archived. */
const reads = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  endpoint.archived ? [{ name, endpoint }] : [],
)

describe('an archived flow', () => {
  it('can be seen by every read below a flow or an environment, and by no write', () => {
    const below = Object.entries<Endpoint>(endpoints).filter(
      ([, { method, path }]) => method === 'GET' && /\{(flow|env)_name\}/.test(path),
    )
    expect(reads.map(({ name }) => name)).toEqual(
      expect.arrayContaining(below.map(([name]) => name)),
    )
    expect(below.length).toBeGreaterThan(40)
    expect(new Set(reads.map(({ endpoint }) => endpoint.method))).toEqual(new Set(['GET']))
  })

  it.each(['getFlow', 'getTrail', 'listTrailSummaries', 'listFlowAttestations', 'getArtifact'])(
    '%s answers what it answered before where it is asked to, and else that it is archived',
    async (name) => {
      const { status, body } = await archived(filled(name))
      expect(status).toBe(200)
      const active = await app.call('GET', filled(name, 'payments'))
      expect(Object.keys(body)).toEqual(Object.keys(active.body))
      const included = (of: string) => app.call('GET', `${filled(name, of)}?archived=include`)
      expect((await included(flow)).body).toEqual(body)
      expect((await included('payments')).body).toEqual(active.body)
      for (const query of ['', '?archived=exclude', '?archived=']) {
        const refused = await app.call('GET', filled(name) + query)
        expect([refused.status, refused.body.message]).toEqual([404, 'Flow has been archived'])
      }
    },
  )

  it('is read with its tags and the time it was archived', async () => {
    const { body, headers } = await archived(`/flows/acme/${flow}`)
    expect(body).toMatchObject({ name: flow, description: 'Retired', tags: { tier: 'gone' } })
    expect(body.archived_at).toBeGreaterThan(1e9)
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/)
    const trail = await archived(`/trails/acme/${flow}/run-1`)
    expect(trail.body.flow.archived_at).toBe(body.archived_at)
    expect((await app.call('GET', '/flows/acme/payments')).body.archived_at).toBeNull()
  })

  it('is listed on request', async () => {
    const names = async (path: string) =>
      (await app.call('GET', path)).body.data.map((one: { name: string }) => one.name)
    expect(await names('/cairn/acme/flows')).toEqual(['payments'])
    expect(await names('/cairn/acme/flows?archived=only')).toEqual([flow])
    expect(await names('/cairn/acme/flows?archived=include')).toEqual([flow, 'payments'])
    expect(await names('/cairn/acme/flows?archived=only&tag=tier:other')).toEqual([])
  })

  it('returns its evidence by the link in the attestation', async () => {
    const { pathname, search } = new URL(attestation._links.evidence.href)
    expect(search).toBe('?archived=include')
    const file = await app.call('GET', pathname.replace('/api/v2', '') + search)
    expect([file.status, file.text]).toEqual([200, 'looks good'])
  })

  it('shows an attestation by its id and by its own link, unless archived flows are excluded', async () => {
    const path = `/attestations/acme?attestation_id=${attestation.attestation_id}`
    const { data } = (await app.call('GET', path)).body
    expect(data).toEqual([attestation])
    const { pathname, search } = new URL(data[0]._links.self.href)
    const again = await app.call('GET', pathname.replace('/api/v2', '') + search)
    expect(again.body.data).toEqual(data)
    expect((await app.call('GET', `${path}&archived=exclude`)).body.data).toEqual([])
  })

  it.each([
    ['PUT', `/flows/acme/${flow}/rename`, { new_name: 'x' }],
    ['PATCH', `/tags/acme/flow/${flow}`, { set_tags: { a: 'b' } }],
    ['POST', `/artifacts/acme/${flow}`, artifactReport()],
  ])('refuses %s %s', async (method, path, json) => {
    for (const query of ['', '?archived=include', '?archived=only']) {
      const { status, body } = await app.call(method, path + query, { json })
      expect([status, body.message]).toEqual([404, 'Flow has been archived'])
    }
  })

  const ofFlow = reads.filter(({ endpoint }) => endpoint.path.includes('{flow_name}'))
  it(`is read by none of ${ofFlow.length} calls that do not ask for what is archived`, async () => {
    for (const { name, endpoint } of ofFlow) {
      const query = endpoint.response === 'export' ? '?format=json' : ''
      const { status, body } = await app.call('GET', filled(name) + query)
      expect([status, body?.message], name).toEqual([404, 'Flow has been archived'])
    }
  })

  it('is hidden from everybody else', async () => {
    for (const { name } of reads) {
      const path = filled(name)
      const query = '?archived=include'
      const { status, body } = await app.call('GET', path + query, { key: 'outsider' })
      expect([status, body.message], name).toEqual([403, `Access denied to /api/v2${path}`])
    }
  })
})

describe('the parameter `archived`', () => {
  it.each(['true', 'archived', 'Only', '0'])('refuses %j', async (value) => {
    for (const path of [`/flows/acme/${flow}`, '/cairn/acme/environments', '/trails/acme']) {
      const { status, body } = await app.call('GET', `${path}?archived=${value}`)
      expect([status, body.errors]).toEqual([
        400,
        { archived: `Input should be 'exclude', 'include' or 'only' [input: ${value}]` },
      ])
    }
  })

  it('as `only` does not contain active and unknown flows', async () => {
    const active = await archived('/flows/acme/payments')
    expect([active.status, active.body.message]).toEqual([
      404,
      "Flow named 'payments' is not archived",
    ])
    const unknown = await archived('/flows/acme/absent')
    expect([unknown.status, unknown.body.message]).toEqual([
      404,
      "Flow named 'absent' does not exist for organization 'acme'",
    ])
  })

  it('no longer contains a flow after a PUT of its name, which appends an audit entry', async () => {
    await reporter(app).flow('back-again')
    await app.call('PUT', '/flows/acme/back-again/archive')
    await app.call('PUT', '/flows/acme', { json: { name: 'back-again' } })
    expect((await app.call('GET', '/flows/acme/back-again')).body.archived_at).toBeNull()
    expect((await archived('/flows/acme/back-again')).status).toBe(404)
    const records = await app.query<{ kind: string }>(
      `select kind from record where subject ->> 'flow_name' = 'back-again' order by id`,
    )
    expect(records.map(({ kind }) => kind)).toEqual([
      'flow_created',
      'flow_archived',
      'flow_unarchived',
    ])
  })
})
