import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { dataForm } from '#server/testing/multipart.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const keys = { acme: 'member', globex: 'outsider' }
type Org = keyof typeof keys

const attest = (org: Org, flow: string, name: string) =>
  app.call('POST', `/attestations/${org}/${flow}/trail/build/generic`, {
    key: keys[org],
    form: dataForm({ attestation_name: name }),
  })

/** Names in a flow's list, and its total; or the status that it is answered with. */
async function listOf(org: Org, path: string) {
  const { status, body } = await app.call('GET', `/attestations/${org}/${path}`, { key: keys[org] })
  if (status !== 200) return status
  const { data, pagination } = body as {
    data: { attestation_name: string }[]
    pagination: { total: number }
  }
  return [data.map((one) => one.attestation_name), pagination.total]
}

it('answers each organization, value and size with its own rows by the query built first', async () => {
  for (const name of ['a', 'b', 'c']) await attest('acme', 'payments', name)
  await attest('acme', 'search', 's')
  await attest('globex', 'payments', 'x')
  expect(await listOf('acme', 'payments')).toEqual([['c', 'b', 'a'], 3])
  expect(await listOf('globex', 'payments')).toEqual([['x'], 1])
  expect(await listOf('acme', 'search')).toEqual([['s'], 1])
  expect(await listOf('globex', 'search')).toBe(404)
  expect(await listOf('acme', 'payments?per_page=2')).toEqual([['c', 'b'], 3])
  expect(await listOf('acme', 'payments')).toEqual([['c', 'b', 'a'], 3])
})

it('is built for each choice of archived records', async () => {
  await attest('acme', 'old', 'o')
  expect(await listOf('acme', 'old')).toEqual([['o'], 1])
  await app.call('PUT', '/flows/acme/old/archive')
  expect(await listOf('acme', 'old')).toBe(404)
  expect(await listOf('acme', 'old?archived=include')).toEqual([['o'], 1])
  expect(await listOf('acme', 'old?archived=only')).toEqual([['o'], 1])
  expect(await listOf('acme', 'payments?archived=only')).toBe(404)
})

it('is built again where callers ask for more shapes than are kept', async () => {
  for (let size = 1; size <= 100; size += 1) await listOf('acme', `payments?per_page=${size}`)
  expect(await listOf('acme', 'payments?per_page=1&archived=include')).toEqual([['c'], 3])
  expect(await listOf('acme', 'payments?per_page=2')).toEqual([['c', 'b'], 3])
})
