import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecentChange } from '#contract/overview/overview.ts'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { environmentReporter } from '#server/testing/environments.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'

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
const include = async (...included_environments: string[]) => {
  const json = { included_environments }
  const { status, text } = await app.call('PATCH', '/environments/acme/all', { json })
  expect(status, text).toBe(200)
}
type Period = { from: number; to: number | null }
// Of one instant the second snapshot is a moment later.
const hourOf = (instant: number) => Math.round(((instant - start) / hour) * 100) / 100
const hoursOf = (periods: Period[]) =>
  periods.map(({ from, to }) => [hourOf(from), to && hourOf(to)])
const history = async () =>
  (await get(`verdict_runs?environment=all&from=${start}`)).environments[0]

/** `mute` fails and is silent after an hour; `busy` complies and reports every half an hour. */
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = environmentReporter(app)
  const keep = policyClient(app)
  await app.call('PUT', '/cairn/acme/settings/reporting', {
    key: 'admin',
    json: { ...settingDefaults.reporting, server: 60 },
  })
  await keep.policy('origin', provenanceYaml)
  for (const name of ['busy', 'mute']) {
    await report.environment(name)
    await keep.attach(name, 'origin')
  }
  await report.run('mute', { 'stranger:1': 1 })
  await report.run('busy', {})
  await report.environment('all', 'logical', { included_environments: ['busy'] })
  for (let half = 1; half <= 14; half += 1) {
    now = at(half / 2)
    await report.run('busy', {})
    if (now === at(3)) await include('busy', 'mute')
    if (now === at(5)) await include('busy')
  }
})
afterAll(() => app.close())

it('was silent with a member for as long as that was one', async () => {
  const { silences, failure_silences, runs } = await history()
  expect(hoursOf(silences)).toEqual([[3, 5]])
  expect(hoursOf(failure_silences)).toEqual([[3, 5]])
  expect(runs.map(({ state }: { state: boolean }) => state)).toEqual([true, false, true])
})

it('changed its verdict by members that it had then', async () => {
  const { changes } = await get(`overview/changes?from=${start}`)
  const flips = (changes as RecentChange[]).flatMap((one) =>
    one.kind === 'flip' && one.environment_name === 'all'
      ? [[hourOf(one.at), one.before, one.before_is_stale, one.after, one.after_is_stale]]
      : [],
  )
  expect(flips).toEqual([
    [5, false, true, true, false],
    [3, true, false, false, true],
  ])
})

it('is silent from when a silent member joins it, and that once, whatever is evaluated meanwhile', async () => {
  now = at(8)
  const report = environmentReporter(app)
  await report.run('busy', {})
  await include('busy', 'mute')
  now = at(8.5)
  await report.flow('known')
  await report.build('known', 'stranger:1')
  await report.run('busy', {})
  now = at(9)
  const { silences, failure_silences, runs } = await history()
  expect(hoursOf(silences)).toEqual([
    [3, 5],
    [8, null],
  ])
  expect(hoursOf(failure_silences)).toEqual([
    [3, 5],
    [8, 8.5],
  ])
  expect(runs.map(({ state }: { state: boolean }) => state)).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
})
