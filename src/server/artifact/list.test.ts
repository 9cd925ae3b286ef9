import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commit, commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
const shaOf = (text: string) => fingerprintOf(text).slice(0, 40)

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  const report = reporter(app)
  const template = 'trail: {artifacts: [{name: app, attestations: [{name: scan, type: generic}]}]}'
  await report.flow('built', template)
  await report.flow('other')
  for (const [index, branch] of ['main', 'fix', 'main'].entries()) {
    await report.artifact('built', {
      fingerprint: fingerprintOf(`build ${index}`),
      git_commit: shaOf(`commit ${index}`),
      git_commit_info: { ...commitInfo, sha1: shaOf(`commit ${index}`), branch },
      template_reference_name: 'app',
      trail_name: `run-${index}`,
      repo_info: { id: '7', name: 'acme/app', url: 'https://github.com/acme/app' },
    })
  }
  const scan = { attestation_name: 'scan', artifact_fingerprint: fingerprintOf('build 1') }
  await report.generic('built', 'run-1', scan)
  await report.artifact('other', { fingerprint: fingerprintOf('elsewhere'), trail_name: 'run' })
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', path)
const trails = (body: { trail_name: string }[]) => body.map((artifact) => artifact.trail_name)

it('lists the artifacts of a flow, newest first, paged', async () => {
  const { body } = await get('/artifacts/acme?flow_name=built')
  expect(trails(body)).toEqual(['run-2', 'run-1', 'run-0'])
  expect(body[1]).toMatchObject({
    state: 'COMPLIANT',
    flow_name: 'built',
    fingerprint: fingerprintOf('build 1'),
    git_commit: shaOf('commit 1'),
    running: [],
    exited: [],
  })
  expect(body[0].state).toBe('INCOMPLETE')
  const second = await get('/artifacts/acme?flow_name=built&per_page=2&page=2')
  expect(trails(second.body)).toEqual(['run-0'])
  expect((await get('/artifacts/acme?flow_name=built&page=9')).body).toEqual([])
})

it('lists the artifacts of a repository and of the organization', async () => {
  expect(trails((await get('/artifacts/acme?repo_name=acme%2Fapp')).body)).toHaveLength(3)
  expect((await get('/artifacts/acme')).body).toHaveLength(4)
  const repeated = '/artifacts/acme?flow_name=built&flow_name=built&repo_name=acme%2Fapp'
  expect((await get(repeated)).body).toEqual(
    (await get('/artifacts/acme?repo_name=acme%2Fapp')).body,
  )
})

it.each([
  [
    '/artifacts/acme?flow_name=absent',
    "Flow named 'absent' does not exist for organization 'acme'",
  ],
  ['/artifacts/acme?repo_name=absent', "Repo 'absent' not found"],
  [
    `/artifacts/acme/built/commit_sha/${'0'.repeat(40)}`,
    `Artifact with git commit '${'0'.repeat(40)}' does not exist in flow 'built' belonging to organization 'acme'`,
  ],
  [
    `/artifacts/acme/built/${'0'.repeat(9)}/latest_commit`,
    `Artifact with fingerprint '${'0'.repeat(9)}' does not exist in flow 'built' belonging to organization 'acme'`,
  ],
])('%s is 404', async (path, message) => {
  const { status, body } = await get(path)
  expect([status, body.message]).toEqual([404, message])
})

it('finds artifacts by commit, in full, short, and on one trail', async () => {
  const sha = shaOf('commit 1')
  for (const path of [sha, sha.slice(0, 7), `${sha}?trail=run-1`]) {
    expect(trails((await get(`/artifacts/acme/built/commit_sha/${path}`)).body)).toEqual(['run-1'])
  }
  expect((await get(`/artifacts/acme/built/commit_sha/${sha}?trail=run-2`)).status).toBe(404)
  const bad = await get('/artifacts/acme/built/commit_sha/HEAD')
  expect([bad.status, bad.body.errors.git_commit]).toEqual([
    400,
    "String should match pattern '^[a-fA-F0-9]{5,64}$' [input: HEAD]",
  ])
})

it('finds the newest other commit, on a branch if one is given', async () => {
  const latest = async (build: number, query = '') => {
    const path = `/artifacts/acme/built/${fingerprintOf(`build ${build}`)}/latest_commit${query}`
    return (await get(path)).body
  }
  expect(await latest(0)).toEqual({ latest_commit: shaOf('commit 2') })
  expect(await latest(2)).toEqual({ latest_commit: shaOf('commit 1') })
  expect(await latest(2, '?branch=main')).toEqual({ latest_commit: shaOf('commit 0') })
  expect(await latest(1, '?branch=fix')).toEqual({ latest_commit: null })
  expect(await latest(9)).toEqual({ latest_commit: shaOf('commit 2') })
})

it('takes the commit of the legacy form from its list, and the repository from the trail', async () => {
  const report = reporter(app)
  const repo_info = {
    name: 'acme/old',
    id: '77',
    url: 'https://github.com/acme/old',
    provider: 'github',
  }
  await report.flow('elder')
  await report.begin('elder', 'run-1', { repo_info })
  await report.artifact('elder', { fingerprint: fingerprintOf('of-trail'), repo_info: null })
  const builds = await app.call('GET', '/builds/acme?repo_name=acme%2Fold&start_ts=0')
  expect(builds.body.builds).toMatchObject([{ repo_info: { name: 'acme/old', repo_id: '77' } }])
  const legacy = {
    fingerprint: fingerprintOf('legacy'),
    trail_name: null,
    template_reference_name: null,
    git_commit_info: null,
    commits_list: [
      { ...commitInfo, sha1: '0'.repeat(40) },
      { ...commitInfo, branch: 'legacy' },
    ],
  }
  expect((await report.artifact('elder', legacy)).status).toBe(201)
  const path = '/artifacts/acme/elder'
  const read = await app.call('GET', `${path}/fingerprint/${legacy.fingerprint}`)
  expect(read.body.git_commit_info).toMatchObject({ sha1: commit, branch: 'legacy' })
  const latest = `${path}/${fingerprintOf('of-trail')}/latest_commit?branch=legacy`
  expect((await app.call('GET', latest)).body).toEqual({ latest_commit: commit })
})
