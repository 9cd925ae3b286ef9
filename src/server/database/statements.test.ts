import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ rememberAccessFor: 60 })
  const report = environmentReporter(app)
  await report.environment('prod')
  await report.build('shop', 'shop:1')
  await report.run('prod', { 'shop:1': 1 })
  await report.generic('shop', 'run-shop-1', { attestation_name: 'unit' })
})
afterAll(() => app.close())

/** Number of statements that a call sends once its caller is known; background work may send others. */
async function countStatements(path: string): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect(await app.call('GET', path)).toMatchObject({ status: 200 })
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

it.each([
  ['attestations of a flow', '/attestations/acme/shop', 1],
  ['a trail', '/trails/acme/shop/run-shop-1', 1],
  ['environments', '/cairn/acme/environments', 1],
  ['what runs', '/cairn/acme/environments/prod/running', 3],
  ['builds', '/cairn/acme/builds', 2],
  ['events of an environment', '/environments/acme/prod/events', 3],
])('reads %s by few statements', async (_, path, statements) => {
  await expect.poll(() => countStatements(path)).toBeLessThanOrEqual(statements)
})
