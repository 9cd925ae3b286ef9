import { expect, it } from 'vitest'
import { up } from '#server/database/migrations/2026-11-21-repository.ts'
import { openKysely, openPool } from '#server/database/pool.ts'
import { startTestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

it('is brought in from what was reported before there were records', async () => {
  let now = 1_800_000_000
  const app = await startTestApp({ clock: () => (now += 1.25) })
  const report = reporter(app)
  const url = 'https://git.example.com/1'
  await report.flow('f')
  await report.begin('f', 'bare')
  await report.begin('f', 'nameless', { repo_info: { id: '9', url } })
  await report.begin('f', 'old', { repo_info: { id: '1', name: 'old', url, description: 'One' } })
  await report.artifact('f', { trail_name: 'bare', repo_info: { id: '1', name: 'new', url } })
  const repo_info = { id: '1', name: 'other', url, provider: 'gitlab' }
  await report.generic('f', 'bare', { attestation_name: 'a', repo_info })
  await report.generic('f', 'bare', { attestation_name: 'b' })
  const read = () =>
    app.query(`select provider, external_id, name, url, description, tags, created_at,
      last_modified_at, length(id) as length from repo order by provider`)
  const linked = (noun: string) =>
    app.query(`select noun.created_at, repo.provider, repo.external_id from ${noun} as noun
      left join repo on repo.id = noun.repo_id order by 1`)
  const all = async () => [
    await read(),
    await linked('trail'),
    await linked('artifact'),
    await linked('attestation'),
  ]
  const before = await all()
  expect(before[0]).toHaveLength(2)

  await app.query('drop table repo')
  for (const noun of ['trail', 'artifact', 'attestation']) {
    await app.query(`alter table ${noun} drop column repo_id`)
  }
  const pool = openPool(app.connection, { prepared: false, onError: () => undefined })
  await openKysely(pool)
    .transaction()
    .execute((database) => up(database as never))
  await pool.end()

  expect(await all()).toEqual(before)
  await app.close()
})
