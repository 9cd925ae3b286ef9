import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Creates an environment, and returns a function that reports images which run there. */
async function environment(name: string) {
  await app.call('PUT', '/environments/acme', { json: { name, type: 'docker' } })
  return async (images: readonly string[], startedAt = 1) => {
    const path = `/environments/acme/${name}/report/docker`
    const artifacts = images.map((image) => ({
      digests: { [image]: digestOf(image) },
      creationTimestamp: startedAt,
    }))
    const { status } = await app.call('PUT', path, { json: { artifacts }, key: 'snapshotter' })
    return status
  }
}

/** Runs reports, and counts the rows of what runs that they read. */
async function rowsReadBy(reports: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await reports()
    const answers = query.mock.calls.flatMap(([one]: unknown[], index) => {
      const text = typeof one === 'string' ? one : (one as { text: string }).text
      const answer = query.mock.results[index]?.value as unknown as Promise<pg.QueryResult>
      return text.includes('"running"."started_index"') ? [answer] : []
    })
    const rows = (await Promise.all(answers)).map((answer) => answer.rows.length)
    return rows.reduce((sum, count) => sum + count, 0)
  } finally {
    query.mockRestore()
  }
}

const images = Array.from({ length: 400 }, (_, number) => `image-${number}`)

it('reads of an environment what its report says otherwise', async () => {
  const report = await environment('large')
  expect(await report(images)).toBe(201)
  expect(await rowsReadBy(() => report(images))).toBe(0)
  const changed = images.with(0, 'image-0-mended')
  const read = await rowsReadBy(async () => expect(await report(changed)).toBe(201))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(30)
  const { body } = await app.call('GET', '/snapshots/acme/large/-1')
  const running = body.artifacts.filter(
    (one: { annotation: { now: number } }) => one.annotation.now,
  )
  expect(running.map((one: { name: string }) => one.name).sort()).toEqual([...changed].sort())
})

it('stores instances that differ with the next snapshot, though the reports between were alike', async () => {
  const report = await environment('restarted')
  expect([await report(['a', 'b'], 1), await report(['a', 'b'], 2)]).toEqual([201, 200])
  expect([await report(['a', 'b'], 2), await report(['a', 'b', 'c'], 2)]).toEqual([200, 201])
  const { body } = await app.call('GET', '/snapshots/acme/restarted/-1')
  expect(
    body.artifacts.map((one: { creationTimestamp: number[] }) => one.creationTimestamp),
  ).toEqual([[2], [2], [2]])
})

it('reads everything after a report to a version that stores no hashes', async () => {
  const report = await environment('upgraded')
  await report(['a', 'b'])
  const own = `environment_id = (select id from environment where name = 'upgraded')`
  const hashes = await app.query(`select * from running_hash where ${own}`)
  const [state] = await app.query(`select hashed_at from environment_state where ${own}`)
  expect(await report(['a'])).toBe(201)
  await app.query(`update environment_state set hashed_at = $1 where ${own}`, [state?.hashed_at])
  await app.query(
    `insert into running_hash select * from json_populate_recordset(null::running_hash, $1)
     on conflict (org_id, environment_id, part) do update set artifacts = excluded.artifacts`,
    [JSON.stringify(hashes)],
  )
  expect(await report(['a', 'b'])).toBe(201)
  expect(await report(['a', 'b'])).toBe(200)
})
