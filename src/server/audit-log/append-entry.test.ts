import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapTexts } from '#domain/audit-log/personal-texts.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp()
  report = reporter(app)
})
afterAll(() => app.close())

const times = 20
const parallel = (work: (index: number) => Promise<TestAnswer>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))
const statuses = (answers: TestAnswer[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const count = async (table: string, where: string) => {
  const [row] = await app.query<{ count: number }>(
    `select count(*)::int as count from ${table} where ${where}`,
  )
  return row?.count
}
const template = (...names: string[]) =>
  `trail: {attestations: [${names.map((name) => `{name: ${name}, type: generic}`).join(', ')}]}`

/** Recomputes the state of a trail from its attestations. */
async function recount(flow: string, trail: string) {
  const [row] = await app.query<{ state: string; bad: number }>(
    `select trail_status.state, count(*) filter (where not newest.is_compliant)::int as bad
     from trail join trail_status on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
     join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
     join (
       select distinct on (org_id, trail_id, name) org_id, trail_id, is_compliant from attestation
       order by org_id, trail_id, name, created_at desc, id desc
     ) as newest on newest.org_id = trail.org_id and newest.trail_id = trail.id
     where flow.name = $1 and trail.name = $2 group by trail_status.state`,
    [flow, trail],
  )
  return row
}

describe('twenty concurrent calls', () => {
  it('create one flow', async () => {
    const answers = await parallel(() => report.flow('same', template('a')))
    expect(statuses(answers)).toEqual({ 201: 1, 200: times - 1 })
    expect(await count('flow', "name = 'same'")).toBe(1)
    expect(await count('record', "kind = 'flow_created' and subject->>'flow_name' = 'same'")).toBe(
      1,
    )
  })

  it('update one flow, with one version for each template', async () => {
    await report.flow('versions', template('a'))
    const answers = await parallel((n) => report.flow('versions', template(`a${n}`)))
    expect(statuses(answers)).toEqual({ 200: times })
    const versions = await app.query<{ version: number }>(
      `select version from flow_template join flow on flow.org_id = flow_template.org_id
        and flow.id = flow_id where name = 'versions' order by 1`,
    )
    expect(versions.map((row) => row.version)).toEqual(
      Array.from({ length: times + 1 }, (_, n) => n + 1),
    )
  })

  it('begin one trail', async () => {
    await report.flow('begin')
    const answers = await parallel(() => report.begin('begin', 'run', { description: 'd' }))
    expect(statuses(answers)).toEqual({ 201: 1, 200: times - 1 })
    const { events } = await report.trail('begin', 'run')
    expect(events).toHaveLength(1)
  })

  it('begin different trails', async () => {
    await report.flow('trails')
    const answers = await parallel((n) => report.begin('trails', `run-${n}`, {}, template('a')))
    expect(statuses(answers)).toEqual({ 201: times })
    const { body } = await app.call('GET', '/trails/acme?flow=trails')
    expect(body.pagination.total).toBe(times)
  })

  it('report one artifact', async () => {
    const answers = await parallel(() => report.artifact('artifact'))
    expect(statuses(answers)).toEqual({ 201: times })
    expect((await report.trail('artifact', 'run-1')).events).toHaveLength(2)
  })

  it('report one artifact without a trail', async () => {
    const none = { trail_name: null, template_reference_name: null }
    const answers = await parallel(() => report.artifact('loose', none))
    expect(statuses(answers)).toEqual({ 201: times })
    const where = "kind = 'artifact_reported' and subject->>'flow_name' = 'loose'"
    expect(await count('record', where)).toBe(1)
    expect(await count('flow', "name = 'loose'")).toBe(1)
  })

  it('attest under one name on a trail that nobody has begun', async () => {
    const answers = await parallel((n) =>
      report.generic('attest', 'run', { attestation_name: 'a', is_compliant: n % 2 === 0 }),
    )
    expect(statuses(answers)).toEqual({ 201: times })
    const { events, compliance_status } = await report.trail('attest', 'run')
    expect(events).toHaveLength(times + 1)
    const instants = events.map((event: { timestamp: number }) => event.timestamp)
    expect(new Set(instants).size).toBe(instants.length)
    const { body } = await app.call('GET', '/attestations/acme/attest/trail/run/a')
    const [shown] = compliance_status.attestations_statuses
    expect(shown.attestation_id).toBe(body[0].attestation_id)
    const { state, bad } = (await recount('attest', 'run')) ?? {}
    expect(state).toBe(bad ? 'NON-COMPLIANT' : 'COMPLIANT')
  })

  it('attest under different names, on flow, trail and artifact of different calls', async () => {
    const target = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
    const answers = await parallel((n) => {
      if (n % 5 === 0) return report.artifact('mixed', { filename: `boiler:${n}` })
      if (n % 5 === 1) return report.flow('mixed', template('a0'), { description: `d${n}` })
      if (n % 5 === 2)
        return report.generic('mixed', 'run-1', { attestation_name: `a${n}`, ...target })
      return report.generic('mixed', 'run-1', { attestation_name: `a${n}`, is_compliant: n !== 19 })
    })
    expect(answers.every(({ status }) => [200, 201].includes(status))).toBe(true)
    const { compliance_state, compliance_status } = await report.trail('mixed', 'run-1')
    expect(compliance_state).toBe('NON-COMPLIANT')
    const ofTrail = compliance_status.attestations_statuses
    expect(ofTrail.filter((entry: { status: string }) => entry.status === 'COMPLETE')).toHaveLength(
      8,
    )
    expect(compliance_status.artifacts_statuses.boiler.attestations_statuses).toHaveLength(4)
  })

  it('move between two trails without a deadlock', async () => {
    const on = { artifact_fingerprint: fingerprintOf('boiler') }
    for (const trail_name of ['x', 'y']) await report.artifact('cross', { trail_name })
    const answers = await parallel((n) =>
      n % 4 < 2
        ? report.generic('cross', n % 2 ? 'x' : 'y', { attestation_name: `a${n}`, ...on })
        : report.begin('cross', n % 2 ? 'x' : 'y', { description: `d${n}` }, template(`t${n % 3}`)),
    )
    expect(answers.every(({ status }) => [200, 201].includes(status))).toBe(true)
  })
})

describe('the sealed log', () => {
  it('catches up with new entries', async () => {
    await report.flow('log')
    await app.call('PUT', '/flows/globex', { key: 'outsider', json: { name: 'log' } })
    const pending = () => app.query('select 1 from record_pending')
    await expect.poll(pending, { interval: 50 }).toHaveLength(0)
  })

  it('has every entry of an organization once, without a gap', async () => {
    const rows = await app.query<{ org_id: string; seqs: number[]; records: number }>(
      `select org_id, array_agg(seq::int order by seq) as seqs,
         (select count(*)::int from record where record.org_id = record_seal.org_id) as records
       from record_seal group by org_id`,
    )
    expect(rows).toHaveLength(2)
    for (const { seqs, records } of rows) {
      expect(seqs).toEqual(Array.from({ length: records }, (_, index) => index + 1))
    }
  })

  it('verifies: each hash covers its entry and the hash before', async () => {
    const rows = await app.query(
      `select record_seal.prev_hash, record_seal.hash as seal, record.*
       from record_seal join record on record.org_id = record_seal.org_id and record.id = record_id
       order by record_seal.org_id, record_seal.seq`,
    )
    const last = new Map<string, Buffer>()
    for (const row of rows) {
      const previous = last.get(row.org_id) ?? Buffer.alloc(32)
      const { id, recorded_at, actor, key_id, kind, body } = row
      const { address, key_label, request_id, before, result } = row
      const personal = JSON.parse(row.personal)
      const covered = (pointer: string, value: unknown) => {
        const hash = createHash('sha256').update(personal[pointer].salt)
        return { committed: hash.update(canonicalize(value) ?? '').digest('hex') }
      }
      const by = covered('/author', [actor, address, key_label])
      const shown = (text: string, pointer: string) =>
        canonicalize(
          mapTexts(
            JSON.parse(text),
            (value, _field, at) => (personal[at] ? covered(at, value) : value),
            pointer,
          ),
        )
      const subject = JSON.stringify(row.subject)
      const base = { id, recorded_at, by, key_id, kind, subject, body: shown(body, '/body') }
      const was = before === null ? null : shown(before, '/before')
      const more = Object.entries({ request_id, before: was, result })
      const given = Object.fromEntries(more.filter(([, value]) => value))
      const text = canonicalize({ ...base, ...given }) ?? ''
      expect(createHash('sha256').update(text).digest().equals(row.hash)).toBe(true)
      expect(previous.equals(row.prev_hash)).toBe(true)
      const seal = createHash('sha256').update(previous).update(row.hash).digest()
      expect(seal.equals(row.seal)).toBe(true)
      expect(canonicalize(JSON.parse(body))).toBe(body)
      last.set(row.org_id, row.seal)
    }
    expect(rows.length).toBeGreaterThan(100)
  })

  it('has every accepted write of a trail, its repository included', async () => {
    const repo_info = { id: '1', name: 'acme/boiler', url: 'https://github.com/acme/boiler' }
    await report.begin('log', 'run', { repo_info })
    const [row] = await app.query(
      "select body from record where subject->>'trail_name' = 'run' order by id desc limit 1",
    )
    expect(JSON.parse(row?.body).repo_info).toEqual(repo_info)
  })
})
