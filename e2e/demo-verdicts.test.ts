import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { loadDemo } from '#server/demo/load.ts'
import { readConfig } from '#server/platform/config.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { recomputeVerdicts } from './fresh-verdicts.ts'

const week = 7 * 86_400
/** The last Friday noon: the events of the demo depend on the day of the week. */
const end = Math.floor((Date.now() / 1000 - 1.5 * 86_400) / week) * week + 1.5 * 86_400

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withAdministration(app.connection, (administration) =>
    loadDemo({
      administration,
      config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', CAIRN_DATA_DIR: app.dataDir }),
      database: { direct: app.connection },
      say: () => undefined,
      scale: 0.02,
      end,
    }),
  )
})
afterAll(() => app.close())

it('stores the verdicts of a fresh evaluation for all demo environments, with empty queues', async () => {
  const { environments, waiting } = await recomputeVerdicts(app.connection)
  expect(environments.length).toBeGreaterThan(11)
  for (const { name, stored, fresh } of environments) expect(stored, name).toEqual(fresh)
  expect(waiting).toBe(0)
})

it('has flips with each kind of cause', async () => {
  const flips = await app.query<{ kind: string; state: boolean | null }>(
    `select distinct coalesce(cause ->> 'kind', 'report') as kind, state from snapshot
     where is_flip and index > 1`,
  )
  const kinds = flips.map(({ kind }) => kind)
  for (const kind of ['report', 'policy_version', 'attachment', 'allow_list', 'attestation']) {
    expect(kinds).toContain(kind)
  }
  expect(flips.map(({ state }) => state)).toEqual(expect.arrayContaining([true, false]))
})
