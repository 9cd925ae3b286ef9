import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNotifyingApp, notificationDraft } from '#server/testing/notifying-app.ts'
import { provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

const path = '/cairn/acme/notifications'
const drafts = '/cairn/acme/notification-drafts'

let place: Awaited<ReturnType<typeof startNotifyingApp>>
beforeAll(async () => {
  place = await startNotifyingApp()
  await place.keep.policy('strict', provenanceYaml)
})
afterAll(() => place.close())

const read = async (url: string) => (await place.app.call('GET', url)).body
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)
const make = async (name: string, environments: string[], more: object = {}): Promise<number> => {
  const targets = [place.hook(`/${name}`)]
  const json = { name, environments, triggers: ['ON_STARTED_ARTIFACT'], targets, ...more }
  const { status, body } = await place.app.call('POST', path, { json })
  expect(status).toBe(201)
  return body.number
}
const all = (name: string, included_environments: string[]) =>
  place.report.environment(name, 'logical', { included_environments })

it('a rule on a logical environment sends what happens in its members, and so does a backtest', async () => {
  const { app, report, keep, pass } = place
  await report.environment('eu', 'server', { include_scaling: true })
  await keep.attach('eu', 'strict')
  await report.environment('us')
  // Artifacts that ran before it was a member are no events of the logical one.
  await report.run('us', { 'early:1': 1 })
  pass(60)
  await all('world', ['eu'])
  const rule = {
    environments: ['world'],
    triggers: [
      'ON_STARTED_ARTIFACT',
      'ON_EXITED_ARTIFACT',
      'ON_SCALED_ARTIFACT',
      'ON_ALLOWED_ARTIFACT',
      'ON_NON_COMPLIANT_ENV',
      'ON_COMPLIANT_ENV',
    ],
  }
  const number = await make('world', rule.environments, rule)
  await app.call('POST', '/environments/acme/world/join', { json: { physical_env_name: 'us' } })
  const steps = [
    () => report.run('eu', { 'a:1': 1 }),
    () => report.run('eu', { 'a:1': 3 }),
    () => report.run('us', { 'b:1': 1 }),
    () => report.run('eu', { 'a:1': 4 }),
    () => keep.allow('eu', fingerprintOf('a:1')),
    () => report.run('eu', {}),
  ]
  for (const step of steps) {
    pass(60)
    await step()
  }
  const received = async () =>
    (await read(`${path}/${number}/deliveries?per_page=100`)).deliveries.map(
      ({ event }: { event: { trigger: string; artifact_name: string; snapshot_index: number } }) =>
        `${event.trigger} ${event.artifact_name} ${event.snapshot_index}`,
    )
  await expect.poll(async () => (await received()).length, notificationDraft).toBe(7)
  const { body } = await app.call('POST', `${drafts}/backtest`, { json: { ...rule, days: 7 } })
  const live = (await received()).toSorted()
  expect(
    body.events
      .map(
        (one: { trigger: string; artifact_name: string; snapshot_index: number }) =>
          `${one.trigger} ${one.artifact_name} ${one.snapshot_index}`,
      )
      .toSorted(),
  ).toEqual(live)
  expect(live.filter((one: string) => one.startsWith('ON_SCALED_ARTIFACT a:1'))).toHaveLength(2)
  expect(live.filter((one: string) => one.startsWith('ON_ALLOWED_ARTIFACT'))).toHaveLength(1)
  expect(live.join()).not.toContain('early:1')
})

it('a rule on a logical environment also covers its members: none shows as uncovered', async () => {
  const { app, report } = place
  for (const name of ['lab-1', 'lab-2', 'lab-3']) await report.environment(name)
  await all('labs', ['lab-1', 'lab-2'])
  const uncovered = async () =>
    namesOf((await read('/cairn/acme/notification-coverage')).uncovered).filter((name) =>
      name.startsWith('lab'),
    )
  expect(await uncovered()).toEqual(['lab-1', 'lab-2', 'lab-3', 'labs'])
  const number = await make('labs', ['labs'])
  await make('first', ['lab-1'])
  expect(await uncovered()).toEqual(['lab-3'])
  const toldOf = async (name: string) =>
    (await read(`/cairn/acme/environments/${name}/notifications`)).map(
      (one: { name: string; through: string[] }) => [one.name, one.through],
    )
  expect(await toldOf('lab-1')).toEqual([
    ['labs', ['labs']],
    ['first', []],
  ])
  expect(await toldOf('labs')).toEqual([['labs', []]])
  await report.run('lab-2', { 'x:1': 1 })
  await expect.poll(() => place.peer.at('/labs').length, notificationDraft).toBe(1)
  const left = async () => (await read(`${path}/${number}/deletion`)).unwatched
  expect(await left()).toEqual(['lab-2', 'labs'])
  // An archived one no longer covers its members.
  await app.call('PUT', '/environments/acme/labs/archive')
  expect(await uncovered()).toEqual(['lab-2', 'lab-3'])
  expect(await toldOf('lab-2')).toEqual([])
  expect(await left()).toEqual([])
})

it('events are sent though the service stopped before a selector was resolved again', async () => {
  const { app, report } = place
  await report.environment('zone-1')
  const number = await make('zones', [], { selector: { name_pattern: 'zone-*' } })
  await report.environment('zone-2')
  const watched = async () => (await read(`${path}/${number}`)).environments
  expect(await watched()).toEqual(['zone-1', 'zone-2'])
  // The state between the commit of an environment and what follows from it.
  await app.query(`
    with gone as (delete from notification_watch where environment_id =
      (select id from environment where name = 'zone-2') returning org_id)
    insert into selection_stale (org_id) select distinct org_id from gone`)
  await report.run('zone-2', { 'z:1': 1 })
  await expect.poll(() => place.peer.at('/zones').length, notificationDraft).toBe(1)
  expect(await watched()).toEqual(['zone-1', 'zone-2'])
  expect(await app.query('select 1 from selection_stale')).toEqual([])
})
