import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MissingEvidence } from '#contract/attestation/explorer.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { commitInfo, fingerprintOf } from '#server/testing/reporter.ts'

let app: TestApp
const template = `version: 1
trail:
  attestations:
    - {name: review, type: pull_request}
  artifacts:
    - name: app
      attestations: [{name: scan, type: snyk}, {name: bias-report, type: generic}]
`
const commit = (letter: string) => letter.repeat(40)
const missing = async (...commits: string[]) => {
  const query = commits.map((one) => `commit_list=${one}`).join('&')
  return app.call('GET', `/cairn/acme/commits/missing?${query}`, { key: 'reader' })
}
const names = (found: MissingEvidence[]) =>
  found.map((one) => `${one.trail_name} ${one.target ?? 'trail'} ${one.attestation_name}`)

beforeAll(async () => {
  app = await startTestApp()
  const report = environmentReporter(app)
  await report.flow('models', template)
  const git_commit_info = { ...commitInfo, sha1: commit('a') }
  await report.begin('models', 'begun', { git_commit_info })
  // The trail does not name the commit, its artifact does.
  await report.build('models', 'app:b')
  await report.generic('models', 'run-app-b', {
    attestation_name: 'bias-report',
    artifact_fingerprint: fingerprintOf('app:b'),
    is_compliant: true,
  })
  await report.flow('free')
  await report.begin('free', 'anything', { git_commit_info })
})
afterAll(() => app.close())

it('lists what trails of a commit, or of its artifacts, expect and do not have', async () => {
  const { status, body } = await missing(commit('a'), commit('b'), commit('c'))
  expect(status).toBe(200)
  expect(names(body.missing)).toEqual([
    'begun trail review',
    'begun app scan',
    'begun app bias-report',
    'run-app-b trail review',
    'run-app-b app scan',
  ])
  expect(body.missing[0]).toEqual({
    commit: commit('a'),
    flow_name: 'models',
    trail_name: 'begun',
    target: null,
    attestation_name: 'review',
    attestation_type: 'pull_request',
  })
})

it('asks for each commit once, by whole hashes', async () => {
  const { body } = await missing(commit('a'), commit('a'))
  expect(body.missing).toHaveLength(3)
  expect((await missing('abcde')).status).toBe(400)
  expect((await missing()).status).toBe(400)
})

it('leaves out flows that are archived unless they are asked for', async () => {
  await app.call('PUT', '/flows/acme/models/archive')
  expect((await missing(commit('a'))).body.missing).toEqual([])
  const path = `/cairn/acme/commits/missing?commit_list=${commit('a')}&archived=include`
  expect(names((await app.call('GET', path)).body.missing)).toHaveLength(3)
})
