import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp()
  report = reporter(app)
})
afterAll(() => app.close())

/** The first words of the statements in a report's transaction; background work has its own. */
async function transactionOf(trail: string, body: object): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const { status } = await report.generic('boiler', trail, { attestation_name: 'unit', ...body })
    expect(status).toBe(201)
    const sent = query.mock.calls.map(([one]: unknown[], index) => ({
      connection: query.mock.contexts[index],
      text: typeof one === 'string' ? one : (one as { text: string }).text,
    }))
    const lock = sent.find(({ text }) => text.includes('locked_flow'))
    const texts = sent.filter((one) => one.connection === lock?.connection).map(({ text }) => text)
    const at = texts.findIndex((text) => text.includes('locked_flow'))
    const transaction = texts.slice(texts.lastIndexOf('begin', at), texts.indexOf('commit', at) + 1)
    return transaction.map((text) => text.trim().split(/\s+/, 2).join(' '))
  } finally {
    query.mockRestore()
  }
}

it.each([
  ['without a repository', null],
  ['of a known repository', { id: '7', name: 'acme/boiler', url: 'https://git.example.com/7' }],
])('locks, reads and writes by one statement each: %s', async (_, repo_info) => {
  await report.generic('boiler', 'run-1', { attestation_name: 'unit', repo_info })
  expect(await transactionOf('run-1', { repo_info })).toEqual([
    'begin',
    'with locked_flow',
    'select "template"."document",',
    'with "write_0"',
    'commit',
  ])
})

it('leaves the indexes of its trail alone', async () => {
  const updates = async () => {
    const [row] = await app.query<{ all: number; hot: number }>(`
      select n_tup_upd::integer as all, n_tup_hot_upd::integer as hot
      from pg_stat_user_tables where relname = 'trail'`)
    return row
  }
  for (let number = 0; number < 40; number += 1) {
    await report.generic('boiler', 'run-2', { attestation_name: `check-${number % 4}` })
  }
  // Connections tell their counts once a second.
  await expect
    .poll(async () => {
      await report.generic('boiler', 'run-2', { attestation_name: 'last' })
      return (await updates())?.all ?? 0
    })
    .toBeGreaterThan(40)
  const { all = 0, hot = 0 } = (await updates()) ?? {}
  expect(hot / all).toBeGreaterThan(0.9)
})
