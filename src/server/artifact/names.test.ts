import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  const report = reporter(app)
  for (const name of ['shop', 'closed']) await report.flow(name)
  const build = (filename: string, more: object = {}) =>
    report.artifact('shop', { fingerprint: fingerprintOf(filename), filename, ...more })
  await build('ghcr.io/acme/Old-Shop:1')
  await build('shop-web:1', { trail_name: 'one' })
  await build('shop-web:2', { trail_name: 'two' })
  await build('shop-web:1', { trail_name: 'three' })
  await build('long-'.repeat(50), { trail_name: 'four' })
  await report.artifact('closed', { fingerprint: fingerprintOf('gone'), filename: 'shop-gone' })
  await app.call('PUT', '/flows/acme/closed/archive')
  // So many that the oldest are beyond those searched for any part of a name.
  await app.query(
    `insert into artifact (org_id, id, flow_id, fingerprint, filename, template_reference_name,
        git_commit, build_url, commit_url, repo_url, created_at, created_by)
      select org_id, id || '-' || number, flow_id, md5(number::text) || md5(number::text),
        'filler-' || number, 'filler-' || number, git_commit, '', '', '', created_at + number, ''
      from (select * from artifact where filename = 'shop-web:2') as one,
        generate_series(100, 1200) as number`,
  )
  await app.query(
    `insert into artifact_state select org_id, id, flow_id, 'COMPLIANT', created_at
      from artifact where filename like 'filler-%'`,
  )
})
afterAll(() => app.close())

const find = (name: string) =>
  app.call('GET', `/cairn/acme/artifacts?name=${encodeURIComponent(name)}`, { key: 'reader' })
const namesFor = async (name: string) =>
  (await find(name)).body.data.map((one: { filename: string; trail_name: string | null }) =>
    [one.filename, one.trail_name].filter(Boolean).join(' '),
  )

it.each([
  ['how it begins, the newest report of each', 'shop', ['shop-web:1 three', 'shop-web:2 two']],
  ['any case, behind its registry', 'OLD-s', ['ghcr.io/acme/Old-Shop:1 run-1']],
  ['with its registry', 'ghcr.io/acme/old', ['ghcr.io/acme/Old-Shop:1 run-1']],
  ['no other registry', 'docker.io/acme/old', []],
  ['any part of what is new', 'ler-1200', ['filler-1200']],
  ['more of it than is in the index', 'long-'.repeat(50), [`${'long-'.repeat(50)} four`]],
  ['signs that mean something elsewhere', '%_\\', []],
])('finds artifacts by name: %s', async (_, name, expected) => {
  expect(await namesFor(name)).toEqual(expected)
})

it('shows that there are more', async () => {
  const { body } = await find('filler')
  expect([body.data.length, body.has_more]).toEqual([50, true])
  expect(body.data[0].filename).toBe('filler-1200')
})

it('lists the newest without a name, and refuses one that is too long', async () => {
  expect((await namesFor(''))[0]).toBe('filler-1200')
  const { status, body } = await find('x'.repeat(256))
  expect([status, Object.keys(body.errors)]).toEqual([400, ['name']])
})
