import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsIn } from './database.ts'
import { cairn, type Service, startService } from './service.ts'

const writers = 8
let dataDir: string
let service: Service

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-crash-'))
  service = await startService(dataDir)
})

afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function attest(key: string, name: string): Promise<boolean> {
  const form = new FormData()
  form.set('data_json', JSON.stringify({ attestation_name: name }))
  const url = `${service.host}/api/v2/attestations/acme/crash/trail/${name.split('-')[0]}/generic`
  const headers = { authorization: `Bearer ${key}` }
  return fetch(url, { method: 'POST', body: form, headers }).then(
    (response) => response.status === 201,
    () => false,
  )
}

const query = <Row extends QueryResultRow>(text: string) => rowsIn<Row>(dataDir, text)

it('keeps every acknowledged attestation exactly once when the service is killed under load', async () => {
  cairn(dataDir, 'user', 'add', 'robin')
  cairn(dataDir, 'org', 'add', 'acme', '--owner', 'robin')
  const key = cairn(dataDir, 'key', 'add', 'robin')
  const acknowledged: string[] = []
  const stop = new AbortController()
  const work = Array.from({ length: writers }, async (_, writer) => {
    for (let index = 0; !stop.signal.aborted; index += 1) {
      const name = `w${writer}-${index}`
      if (await attest(key, name)) acknowledged.push(name)
    }
  })
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(50)
  await service.kill()
  stop.abort()
  await Promise.all(work)

  service = await startService(dataDir)
  const stored = await query<{ name: string; times: string }>(
    'select name, count(*) as times from attestation group by name',
  )
  const times = new Map(stored.map((row) => [row.name, Number(row.times)]))
  expect(acknowledged.filter((name) => times.get(name) !== 1)).toEqual([])
  expect([...times.values()].filter((count) => count !== 1)).toEqual([])
})

it('seals every entry without a gap, each hash covering the one before', async () => {
  await expect
    .poll(async () => (await query('select 1 from record_pending')).length, { timeout: 10_000 })
    .toBe(0)
  const seals = await query<{
    org_id: string
    seq: string
    prev_hash: Buffer
    hash: Buffer
    record: Buffer
  }>(
    `select org_id, seq, prev_hash, record_seal.hash, record.hash as record
     from record_seal join record using (org_id) where record.id = record_id
     order by org_id, seq`,
  )
  const [{ records } = { records: '0' }] = await query<{ records: string }>(
    'select count(*) as records from record',
  )
  expect(seals.length).toBe(Number(records))
  // Each organization has a chain of its own.
  const newest = new Map<string, { seq: number; hash: Buffer }>()
  for (const { org_id, seq, prev_hash, hash, record } of seals) {
    const previous = newest.get(org_id) ?? { seq: 0, hash: Buffer.alloc(32) }
    expect(Number(seq)).toBe(previous.seq + 1)
    expect(prev_hash.equals(previous.hash)).toBe(true)
    expect(hash.equals(createHash('sha256').update(previous.hash).update(record).digest())).toBe(
      true,
    )
    newest.set(org_id, { seq: Number(seq), hash })
  }
})
