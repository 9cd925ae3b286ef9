import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commit, reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('known')
  await report.generic('known', 'run', { attestation_name: 'a' })
})
afterAll(() => app.close())

const lists = [
  '/flows/acme',
  '/trails/acme',
  '/attestations/acme',
  '/attestations/acme/known',
  '/cairn/acme/flows',
  '/cairn/acme/flows/known/trails',
]

async function expectRefused(path: string, errors: object) {
  const answer = await app.call('GET', path)
  expect(answer.body).toEqual({ message: 'Input payload validation failed', errors })
  expect(answer.status).toBe(400)
}

describe.each(lists)('%s', (path) => {
  it.each([
    ['page', '0', 'Input should be greater than or equal to 1'],
    ['page', '-1', 'Input should be greater than or equal to 1'],
    ['page', '1.5', 'Input should be a valid integer'],
    ['page', '1e400', 'Input should be a valid integer'],
    ['page', '1e30', 'Input should be a valid integer'],
    ['page', 'NaN', 'Input should be a valid integer'],
    ['page', 'Infinity', 'Input should be a valid integer'],
    ['page', '0x10', 'Input should be a valid integer'],
    ['page', 'one', 'Input should be a valid integer'],
    ['page', "1' or '1'='1", 'Input should be a valid integer'],
    ['page', '１', 'Input should be a valid integer'],
    ['per_page', '0', 'Input should be greater than or equal to 1'],
    ['per_page', '501', 'Input should be less than or equal to 500'],
    ['per_page', '1e400', 'Input should be a valid integer'],
    ['per_page', '2.5', 'Input should be a valid integer'],
  ])('refuses %s=%s', async (name, value, reason) => {
    const url = `${path}?${new URLSearchParams({ [name]: value })}`
    await expectRefused(url, { [name]: `${reason} [input: ${value}]` })
  })

  it('refuses U+0000', async () => {
    await expectRefused(`${path}?page=%00`, {
      page: 'Text may not hold U+0000 or a lone surrogate [input: \\u0000]',
    })
  })

  it.each(['%ED%A0%80', '%', '%zz', '%ff'])('refuses the encoding %s', async (text) => {
    const reason = 'Input should be percent-encoded UTF-8'
    await expectRefused(`${path}?page=${text}`, { page: `${reason} [input: page=${text}]` })
    await expectRefused(`${path}?x=${text}`, { x: `${reason} [input: x=${text}]` })
    await expectRefused(`${path}?x${text}=1`, { [`x${text}`]: `${reason} [input: x${text}=1]` })
  })

  it('names every bad parameter', async () => {
    await expectRefused(`${path}?page=x&per_page=0`, {
      page: 'Input should be a valid integer [input: x]',
      per_page: 'Input should be greater than or equal to 1 [input: 0]',
    })
  })

  it.each(['page=&per_page=', 'page=1&per_page=500', 'page=1&page=1', 'unknown=1&x[]=2'])(
    'accepts %s',
    async (query) => {
      expect((await app.call('GET', `${path}?${query}`)).status).toBe(200)
    },
  )

  it('answers a page past the end with no items, and the requested page number', async () => {
    const answer = await app.call('GET', `${path}?page=9007199254740991&per_page=500`)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual([])
    expect(answer.body.pagination).toEqual({
      total: 1,
      page: 9007199254740991,
      per_page: 500,
      page_count: 1,
    })
  })
})

it.each([
  ['/flows/acme?sort=name&sort=latest_activity', 'sort', 'latest_activity'],
  ['/attestations/acme?is_compliant=true&is_compliant=false', 'is_compliant', 'false'],
  ['/attestations/acme?from_timestamp=1&from_timestamp=2', 'from_timestamp', '2'],
  ['/controls/acme?archived=true&archived=false', 'archived', 'false'],
  ['/trails/acme?page=0&page=1', 'page', '1'],
])('%s is refused: a parameter that is no list has one value', async (path, name, value) => {
  await expectRefused(path, { [name]: `Parameter takes one value only [input: ${value}]` })
})

const sha = "String should match pattern '^[a-f0-9]{40}$'"
it.each([
  ['/flows/acme', 'sort', 'age', "Input should be 'name' or 'latest_activity'"],
  ['/flows/acme', 'sort_direction', 'up', "Input should be 'asc' or 'desc'"],
  ['/flows/acme', 'case_sensitive', 'maybe', 'Input should be a valid boolean'],
  ['/cairn/acme/flows', 'visibility', 'secret', "Input should be 'public' or 'private'"],
  ['/attestations/acme', 'is_compliant', '2', 'Input should be a valid boolean'],
  ['/attestations/acme', 'from_timestamp', '1.5', 'Input should be a valid integer'],
  ['/attestations/acme', 'to_timestamp', '1e400', 'Input should be a valid integer'],
  ['/attestations/acme/known', 'from_timestamp', 'yesterday', 'Input should be a valid integer'],
  ['/cairn/acme/flows/known/trails', 'to_timestamp', '1e400', 'Input should be a valid number'],
  ['/cairn/acme/events', 'after', '-1', 'Input should be greater than or equal to 0'],
  ['/attestations/acme/list_attestations_for_criteria', 'commit_list', 'main', sha],
])('%s refuses %s=%s', async (path, name, value, reason) => {
  await expectRefused(`${path}?${name}=${value}`, { [name]: `${reason} [input: ${value}]` })
})

it.each(['Generic', 'custom:', 'custom:-x', 'generic,junit', 'system:other'])(
  'refuses the attestation type %s',
  async (type) => {
    for (const path of [
      '/attestations/acme?',
      `/attestations/acme/list_attestations_for_criteria?commit_list=${commit}&`,
    ]) {
      const answer = await app.call('GET', `${path}attestation_type=${encodeURIComponent(type)}`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors.attestation_type).toContain(`[input: ${type}]`)
    }
  },
)

it.each([
  ['/flows/acme', 'search_by_name'],
  ['/trails/acme', 'flow'],
  ['/trails/acme', 'fingerprint'],
  ['/attestations/acme', 'attestation_id'],
  ['/attestations/acme', 'flow_name'],
  ['/cairn/acme/flows/known/trails', 'author'],
])('%s takes any text as %s, except what cannot be stored', async (path, name) => {
  for (const text of ["'; drop table flow; --", '\\', '%', '_', '💥', 'x'.repeat(5000), ' ']) {
    const answer = await app.call('GET', `${path}?page=1&${new URLSearchParams({ [name]: text })}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual([])
  }
  expect((await app.call('GET', `${path}?${name}=a%00`)).status).toBe(400)
})

it('accepts timestamps in a wide range, and an empty window', async () => {
  for (const [from, to] of [
    ['-1', '1e15'],
    ['0', '9007199254740991'],
    ['', ''],
  ]) {
    const url = `/attestations/acme?from_timestamp=${from}&to_timestamp=${to}`
    expect((await app.call('GET', url)).body.data).toHaveLength(1)
  }
  const turned = await app.call('GET', '/attestations/acme?from_timestamp=9e9&to_timestamp=1')
  expect(turned.status).toBe(200)
  expect(turned.body.data).toEqual([])
})
