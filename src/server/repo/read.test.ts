import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
const given = [
  ['1', 'github', 'acme/api'],
  ['2', 'gitlab', 'acme/api'],
  ['3', 'github', 'acme/web'],
  ['4', 'github', 'acme/web'],
  ['5', 'gitlab', 'Group/sub group/ÄPP#1'],
] as const
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  const report = reporter(app)
  await report.flow('all')
  for (const [id, provider, name] of given) {
    const repo_info = { id, provider, name, url: `https://git.example.com/${id}` }
    const fingerprint = fingerprintOf(id)
    await report.artifact('all', { trail_name: `run-${id}`, fingerprint, repo_info })
  }
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', path, { key: 'reader' })
const idOf = async (externalId: string) =>
  (await get(`/repos/acme?repo_id=${externalId}`)).body.repos[0].id
const externalIds = (repos: { repo_id: string }[]) => repos.map((repo) => repo.repo_id)

describe('the list', () => {
  it('is ordered by name, then by age, in pages of 15', async () => {
    const { body } = await get('/repos/acme')
    expect(externalIds(body.repos)).toEqual(['5', '1', '2', '3', '4'])
    const self = { href: 'http://localhost:8080/api/v2/repos/acme' }
    const only = { href: 'http://localhost:8080/api/v2/repos/acme?page=1' }
    expect(body).toMatchObject({ page: 1, per_page: 15, total_pages: 1, total_count: 5 })
    expect(body._links).toEqual({ self, first: only, last: only })
    const { body: turned } = await get('/repos/acme?sort_direction=desc')
    expect(externalIds(turned.repos)).toEqual(['3', '4', '1', '2', '5'])
  })

  it.each([
    [1, ['1', '2'], { next: 2 }],
    [2, ['3', '4'], { next: 3, prev: 1 }],
    [3, [], { prev: 2 }],
    [9, [], { prev: 2 }],
  ])('page %i links to the pages around it', async (page, expected, around) => {
    const path = `/repos/acme?search=ACME&page=${page}&per_page=2`
    const { body } = await get(path)
    const total_pages = 2
    expect(externalIds(body.repos)).toEqual(expected)
    expect(body).toMatchObject({ page, per_page: 2, total_pages, total_count: 4 })
    const at = (number: number) => ({
      href: `http://localhost:8080/api/v2/repos/acme?search=ACME&page=${number}&per_page=2`,
    })
    const { next, prev } = around as { next?: number; prev?: number }
    expect(body._links).toEqual({
      self: at(page),
      first: at(1),
      last: at(total_pages),
      ...(next && next <= total_pages ? { next: at(next) } : {}),
      ...(prev ? { prev: at(prev) } : {}),
    })
  })

  it.each([
    ['name=acme/api', ['1', '2']],
    ['name=acme', []],
    ['provider=svn&provider=gitlab&name=acme/api&name=other', ['2']],
    ['search=%C3%A4pp', ['5']],
    ['provider=gitlab&name=acme/api', ['2']],
    ['provider=svn', []],
    ['repo_id=3', ['3']],
    ['tag=absent', []],
  ])('%s', async (query, expected) => {
    expect(externalIds((await get(`/repos/acme?${query}`)).body.repos)).toEqual(expected)
  })

  it.each([
    ['sort_direction', 'up', "Input should be 'asc' or 'desc' [input: up]"],
    ['page', '0', 'Input should be greater than or equal to 1 [input: 0]'],
    ['per_page', '501', 'Input should be less than or equal to 500 [input: 501]'],
  ])('refuses %s=%s', async (name, value, reason) => {
    const { status, body } = await get(`/repos/acme?${name}=${value}`)
    expect([status, body.errors]).toEqual([400, { [name]: reason }])
  })
})

describe('one repository', () => {
  it.each(['acme/api', 'acme/web'])('of a name that several have: %s', async (name) => {
    const providers = name === 'acme/api' ? 'github, gitlab' : 'github'
    const { status, body } = await get(`/repos/acme/${name}`)
    expect([status, body.code, body.message]).toEqual([
      400,
      'ambiguous',
      `Multiple repos named '${name}' exist (${providers}). Specify the 'provider' to choose one.`,
    ])
  })

  it('of a name that several without a provider have is chosen by its id', async () => {
    for (const id of ['6', '7']) {
      const repo_info = { id, name: 'solo', url: 'https://git.example.com/solo' }
      await reporter(app).artifact('all', {
        trail_name: 'solo',
        fingerprint: fingerprintOf(id),
        repo_info,
      })
    }
    const { status, body } = await get('/repos/acme/solo')
    const message =
      "Multiple repos named 'solo' exist without a provider. Specify the 'id' to choose one."
    expect([status, body.message]).toEqual([400, message])
    const { body: listed } = await get('/repos/acme?name=solo')
    expect((await get(`/repos/acme/solo?id=${listed.repos[1].id}`)).body.repo_id).toBe('7')
  })

  it('is chosen by its provider; of several the oldest', async () => {
    expect((await get('/repos/acme/acme/api?provider=gitlab')).body.repo_id).toBe('2')
    expect((await get('/repos/acme/acme/web?provider=github')).body.repo_id).toBe('3')
  })

  it.each(['Group/sub%20group/%C3%84PP%231', 'Group%2Fsub%20group%2F%C3%84PP%231'])(
    'has a name with slashes: %s',
    async (name) => {
      expect((await get(`/repos/acme/${name}`)).body.name).toBe('Group/sub group/ÄPP#1')
    },
  )

  it('is found by its internal id, whatever the path says', async () => {
    const id = await idOf('4')
    expect((await get(`/repos/acme/${id}?id=${id}`)).body.repo_id).toBe('4')
    expect((await get(`/repos/acme/x?id=${id}`)).body.repo_id).toBe('4')
    expect((await get(`/repos/acme/${id}`)).status).toBe(404)
  })

  it.each([
    ['acme/unknown', 'acme/unknown'],
    ['acme/api?provider=svn', 'acme/api'],
    ['x?id=unknown', 'unknown'],
    ['', ''],
  ])('%s is not found', async (path, named) => {
    const { status, body } = await get(`/repos/acme/${path}`)
    expect([status, body]).toEqual([404, { message: `Repo '${named}' not found` }])
  })
})

it('lists the artifacts of a repository by its record', async () => {
  const { body } = await get('/artifacts/acme?repo_name=acme/api')
  expect(body.map((it: { trail_name: string }) => it.trail_name)).toEqual(['run-2', 'run-1'])
  expect((await get('/artifacts/acme?repo_name=acme/api&page=9')).body).toEqual([])
  const { status, body: refusal } = await get('/artifacts/acme?repo_name=nowhere&page=9')
  expect([status, refusal]).toEqual([404, { message: "Repo 'nowhere' not found" }])
})

describe('tags', () => {
  const tag = (id: string, json: object, type = 'repo') =>
    app.call('PATCH', `/tags/acme/${type}/${id}`, { json })
  const records = async () =>
    (await app.query(`select id from record where kind like '%tags_changed'`)).length

  it('are changed by internal id, and found; all must match', async () => {
    const [first, second] = [await idOf('1'), await idOf('2')]
    expect((await tag(first, { set_tags: { team: 'core', url: 'a:b' } })).body).toBe('OK')
    await tag(second, { set_tags: { team: 'core' } }, 'repos')
    const found = async (query: string) =>
      externalIds((await get(`/repos/acme?${query}`)).body.repos)
    expect(await found('tag=team')).toEqual(['1', '2'])
    expect(await found('tag=team:core&tag=url:a:b')).toEqual(['1'])
    expect(await found('tag=team:none')).toEqual([])
    expect((await get(`/repos/acme/x?id=${first}`)).body.tags).toEqual({ team: 'core', url: 'a:b' })
  })

  it('that do not change append no audit entry', async () => {
    const id = await idOf('3')
    await tag(id, { set_tags: { a: 'b' } })
    const before = await records()
    await tag(id, { set_tags: { a: 'b', c: 'd' }, remove_tags: ['c', 'absent'] })
    await app.call('PATCH', '/tags/acme/flow/all', { json: { remove_tags: ['absent'] } })
    expect(await records()).toBe(before)
  })

  it('of an unknown repository are refused', async () => {
    const { status, body } = await tag('unknown', { set_tags: { a: 'b' } })
    expect([status, body]).toEqual([404, { message: "Repo 'unknown' not found" }])
  })
})
