import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archivedName } from '#contract/common/archived.ts'
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
  const found = await inArchive(`/attestations/${flow}/trail/run-1/review`)
  attestation = found.body[0]
})
afterAll(() => app.close())

const inArchive = (path: string, key = 'reader') =>
  app.call('GET', `/cairn/acme/archived${path}`, { key })

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

const twinned = Object.keys(endpoints).filter((name) => archivedName(name) in endpoints)
const below = twinned.filter((name) => endpoints[name as EndpointName].path.includes('{flow_name}'))

describe('an archived flow', () => {
  it('has an archived variant for every read below a flow', () => {
    expect(below).toEqual(
      expect.arrayContaining(['getFlow', 'getTrail', 'listTrailSummaries', 'downloadEvidence']),
    )
  })

  it.each(['getFlow', 'getTrail', 'listTrailSummaries', 'listFlowAttestations', 'getArtifact'])(
    '%s answers in the archive what it answered before, and elsewhere that it is archived',
    async (name) => {
      const { status, body } = await app.call('GET', filled(archivedName(name)), { key: 'reader' })
      expect(status).toBe(200)
      const shape = await app.call('GET', filled(name, 'payments'))
      expect(Object.keys(body)).toEqual(Object.keys(shape.body))
      const dashboard = { headers: { 'x-cairn-archive': '1' } }
      expect((await app.call('GET', filled(name), dashboard)).body).toEqual(body)
      const refused = await app.call('GET', filled(name))
      expect([refused.status, refused.body.message]).toEqual([404, 'Flow has been archived'])
    },
  )

  it('is read with its tags and the time it was archived', async () => {
    const { body, headers } = await inArchive(`/flows/${flow}`)
    expect(body).toMatchObject({ name: flow, description: 'Retired', tags: { tier: 'gone' } })
    expect(body.archived_at).toBeGreaterThan(1e9)
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/)
    const trail = await inArchive(`/trails/${flow}/run-1`)
    expect(trail.body.flow.archived_at).toBe(body.archived_at)
    expect((await app.call('GET', '/flows/acme/payments')).body.archived_at).toBeNull()
  })

  it('is listed in the archive only', async () => {
    const names = async (path: string) =>
      (await app.call('GET', path)).body.data.map((one: { name: string }) => one.name)
    expect(await names('/cairn/acme/archived/flows')).toEqual([flow])
    expect(await names('/cairn/acme/flows')).toEqual(['payments'])
    expect(await names('/cairn/acme/archived/flows?tag=tier:other')).toEqual([])
  })

  it('returns its evidence by the link in the attestation', async () => {
    const { pathname } = new URL(attestation._links.evidence.href)
    expect(pathname).toContain('/api/v2/cairn/acme/archived/attestations/')
    const file = await app.call('GET', pathname.replace('/api/v2', ''))
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
    const { status, body } = await app.call(method, path, { json })
    expect([status, body.message]).toEqual([404, 'Flow has been archived'])
  })

  it('accepts no writes in the archive', async () => {
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
      const { status } = await app.call(method, `/cairn/acme/archived/flows/${flow}`, { json: {} })
      expect(status).toBe(405)
    }
  })

  it('is hidden from everybody else', async () => {
    for (const name of twinned) {
      const path = filled(archivedName(name))
      const { status, body } = await app.call('GET', path, { key: 'outsider' })
      expect([status, body.message], name).toEqual([403, `Access denied to /api/v2${path}`])
    }
  })
})

describe('the archive', () => {
  it('does not contain active and unknown flows', async () => {
    const active = await inArchive('/flows/payments')
    expect([active.status, active.body.message]).toEqual([
      404,
      "Flow named 'payments' is not archived",
    ])
    const unknown = await inArchive('/flows/absent')
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
    expect((await inArchive('/flows/back-again')).status).toBe(404)
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
