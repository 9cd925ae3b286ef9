import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, policyYaml, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const hour = 3_600
const start = 20_833 * 24 * hour
const at = (hours: number) => start + hours * hour

let app: TestApp
let now = start
const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', `/cairn/acme/${path}`, { key: 'reader' })
  expect(status, text).toBe(200)
  return body
}
const why = (env: string, query = '') => get(`environments/${env}/verdict${query}`)
const staleIn = async (path: string) =>
  (await get(path)).reporting.map((one: { environment_name: string; stale_at: number }) => [
    one.environment_name,
    one.stale_at <= now,
  ])

/** All reports after an hour of silence: `quiet` and `mute` fall silent, `busy` goes on. */
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await app.call('PUT', '/cairn/acme/settings/reporting', {
    key: 'admin',
    json: { ...settingDefaults.reporting, server: 60 },
  })
  await report.control('C-1')
  await keep.policy('origin', provenanceYaml)
  await keep.policy(
    'reviewed',
    policyYaml('attestations:', '  - {type: decision, for_control: C-1}'),
  )
  const members = ['busy', 'mute', 'quiet']
  for (const name of [...members, 'hollow']) await report.environment(name)
  await report.environment('all', 'logical', { included_environments: members })
  await report.environment('lost', 'logical', { included_environments: ['mute', 'quiet'] })
  for (const name of members) await keep.attach(name, 'origin')
  await keep.attach('hollow', 'reviewed')
  await report.run('hollow', {})
  for (const name of members) await report.run(name, { 'stranger:1': 1 })
  now = at(5)
  for (const name of ['busy', 'quiet']) await report.run(name, { 'stranger:1': 1 })
  now = at(8)
  await report.run('busy', { 'stranger:1': 1 })
})
afterAll(() => app.close())

it('names every silent member, whichever of them decides', async () => {
  const { silence, silent_environments, failing } = await why('lost')
  expect(silence.environment_name).toBe('quiet')
  expect(silent_environments).toEqual(['mute', 'quiet'])
  expect(failing).toHaveLength(2)
  // A member that does report fails as well, so that the verdict holds.
  expect(await why('all')).toMatchObject({
    silence: null,
    silent_environments: ['mute', 'quiet'],
  })
  expect((await why('quiet')).silent_environments).toEqual(['quiet'])
  expect((await why('busy')).silent_environments).toEqual([])
  expect((await why('all', '?snapshot=1')).silent_environments).toEqual([])
})

it('tells what runs from what ran when a member was last seen', async () => {
  const expected = [
    ['busy', false],
    ['mute', true],
    ['quiet', true],
  ]
  expect(await staleIn('environments/all/running')).toEqual(expected)
  expect(await staleIn('environments/all/snapshots/-1')).toEqual(expected)
  expect(await staleIn('environments/quiet/running')).toEqual([['quiet', true]])
  expect(await staleIn('environments/all/snapshots/1')).toEqual([])
})

it('says where an artifact runs that its environment is silent, and when it was', async () => {
  const { environments } = await get(`artifacts/${fingerprintOf('stranger:1')}/environments`)
  const texts = environments.map(
    ({ environment_name: name, stale_at, silences }: EnvironmentOfArtifact) =>
      [name, ((stale_at ?? 0) - start) / hour, silences.map(({ from, to }) => [from, to])] as const,
  )
  expect(texts).toEqual([
    [
      'busy',
      9,
      [
        [at(1), at(5)],
        [at(6), at(8)],
      ],
    ],
    ['mute', 1, [[at(1), null]]],
    [
      'quiet',
      6,
      [
        [at(1), at(5)],
        [at(6), null],
      ],
    ],
  ])
})

it('does not say of a control that nothing runs where the last report of that is overdue', async () => {
  const scope = { environments: { name_pattern: 'hollow' } }
  const put = await app.call('PUT', '/controls/acme/C-1', { key: 'admin', json: { scope } })
  expect(put.status, put.text).toBe(200)
  const { coverage, environments } = await get('controls/C-1')
  expect(environments).toMatchObject([{ name: 'hollow', result: 'stale' }])
  expect(coverage).toMatchObject({ outcome: 'stale', population: expect.any(String) })
  expect(coverage.population).toBe('nothing ran when last seen, 0 in scope')
})
