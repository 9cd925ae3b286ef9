import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectTo } from '#server/testing/nodes.ts'
import { startNotifyingApp, notificationDraft as wait } from '#server/testing/notifying-app.ts'
import type { TestAnswer } from '#server/testing/app.ts'

const path = '/cairn/acme/notifications'
const day = 86_400

let place: Awaited<ReturnType<typeof startNotifyingApp>>
let other: pg.Client
let ownId: number
let name: string
let count = 0
beforeAll(async () => {
  place = await startNotifyingApp()
  other = await connectTo(place.app.connection)
  ownId = (await other.query('select pg_backend_pid() as id')).rows[0].id
})
beforeEach(async () => {
  name = `env-${(count += 1)}`
  await place.report.environment(name)
})
afterEach(async () => {
  await other.query('rollback')
  await other.query('select pg_advisory_unlock_all()')
})
afterAll(async () => {
  await other.end()
  await place.close()
})

const draft = (more: object = {}) => ({
  ...{ name, environments: [name], triggers: ['ON_STARTED_ARTIFACT'] },
  targets: [place.hook(`/${name}`)],
  ...more,
})
const make = async (more: object = {}): Promise<number> => {
  const { status, body } = await place.app.call('POST', path, { json: draft(more) })
  expect(status).toBe(201)
  return body.number
}
const replace = (number: number) =>
  place.app.call('PUT', `${path}/${number}`, { json: draft({ targets: [place.hook('/new')] }) })
const remove = (number: number) =>
  place.app.call('DELETE', `/organizations/acme/environments_notifications/${number}`)

/** States of the messages to targets of a notification, by whether the target was removed. */
const states = (number: number) =>
  place.app.query(
    `select distinct state, removed_at is not null as is_removed from delivery
      join notification_target target on target.org_id = delivery.org_id and target.id = target_id
      join notification on notification.id = target.notification_id
      where notification.number = $1 order by 1, 2`,
    [number],
  )
const pending = async (number: number) =>
  (await states(number)).filter(({ state }) => ['waiting', 'held', 'gathering'].includes(state))
const targets = (number: number) =>
  place.app.query<{ id: string }>(
    `select target.id from notification_target target
      join notification on notification.id = target.notification_id where number = $1`,
    [number],
  )
/** Connections that wait for a lock, and those that wait for one of `other`. */
const blocked = () =>
  place.app.query(`select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
const blockedHere = () =>
  place.app.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [ownId])

const dispatchLock = `hashtextextended((select id from organization where name = 'acme')
  || ' notifications', 0)`

/** Makes an event that is not dispatched before `dispatch`. */
async function holdEvent(): Promise<void> {
  await other.query(`select pg_advisory_lock(${dispatchLock})`)
  await place.report.run(name, { [`${name}:1`]: 1 })
}
const dispatch = () => other.query(`select pg_advisory_unlock(${dispatchLock})`)
const undispatched = () => place.app.query('select from notification_event where told_at is null')

/** Stops who stores watches, which refer to the environment. */
async function holdWatches(): Promise<void> {
  await other.query('begin')
  await other.query('select from environment where name = $1 for update', [name])
}

/** Waits until something is done, or some connections wait for locks. */
async function untilStopped(isDone: () => Promise<boolean>, waiting: number): Promise<void> {
  const isStopped = async () => (await isDone()) || (await blocked()).length >= waiting
  await expect.poll(isStopped, wait).toBe(true)
}
function answered(call: Promise<TestAnswer>): () => Promise<boolean> {
  let isAnswered = false
  void call.then(() => (isAnswered = true))
  return () => Promise.resolve(isAnswered)
}

describe('a message that is made', () => {
  it.each([
    ['while its target is replaced', replace],
    ['while its notification is deleted', remove],
  ])('%s is given up with it', async (_when, change) => {
    const number = await make()
    await holdEvent()
    await other.query('begin')
    await other.query('select from notification_event where told_at is null for no key update')
    await dispatch()
    // Its messages are stored, not yet committed.
    await expect.poll(blockedHere, wait).toHaveLength(1)
    const changed = change(number)
    await untilStopped(answered(changed), 2)
    await other.query('commit')
    expect((await changed).status).toBe(200)
    await expect.poll(undispatched, wait).toEqual([])
    expect(await pending(number)).toEqual([])
    expect(await states(number)).toEqual([{ state: expect.any(String), is_removed: true }])
  })

  it('after the call that replaces its target began goes to the new one', async () => {
    const number = await make()
    await holdEvent()
    await holdWatches()
    // The targets are replaced, not yet committed.
    const changed = replace(number)
    await expect.poll(blockedHere, wait).toHaveLength(1)
    await dispatch()
    await untilStopped(async () => (await undispatched()).length === 0, 2)
    await other.query('commit')
    expect((await changed).status).toBe(200)
    await expect.poll(undispatched, wait).toEqual([])
    await expect
      .poll(() => states(number), wait)
      .toEqual([{ state: 'delivered', is_removed: false }])
  })

  it('by hand for a target that is replaced meanwhile is refused', async () => {
    const number = await make()
    await place.report.run(name, { [`${name}:1`]: 1 })
    await expect.poll(() => place.peer.at(`/${name}`).length, wait).toBe(1)
    await expect.poll(() => pending(number), wait).toEqual([])
    const { body } = await place.app.call('GET', `${path}/${number}/deliveries`)
    await holdWatches()
    const changed = replace(number)
    await expect.poll(blockedHere, wait).toHaveLength(1)
    const again = place.app.call(
      'POST',
      `${path}/${number}/deliveries/${body.deliveries[0].delivery_id}/redeliver`,
    )
    await untilStopped(answered(again), 2)
    await other.query('commit')
    expect((await changed).status).toBe(200)
    expect((await again).body.code).toBe('not_deliverable')
    expect(await pending(number)).toEqual([])
  })
})

/** Puts messages of a notification into a state, as a former version left them. */
const putBack = (number: number, state: string) =>
  place.app.query(
    `with uncounted as (delete from delivery_day where notification_id =
        (select id from notification where number = $1))
      update delivery set state = $2, next_at = 1
      where notification_id = (select id from notification where number = $1)`,
    [number, state],
  )
const countedByDay = (number: number) =>
  place.app.query(
    `select sum(failed)::int as failed, sum(delivered)::int as delivered from delivery_day
      where notification_id = (select id from notification where number = $1)`,
    [number],
  )

describe('a message that waits for a target that gets nothing any more', () => {
  it('is a digest: it is given up when it is due', async () => {
    const number = await make({ digest: 'hourly' })
    await place.report.run(name, { [`${name}:1`]: 1 })
    await expect.poll(() => pending(number), wait).toMatchObject([{ state: 'gathering' }])
    const ids = (await targets(number)).map(({ id }) => id)
    await place.app.query(
      `with due as (update delivery set next_at = 1 where state = 'gathering')
        update notification_target set disabled_at = 1 where id = any($1)`,
      [ids],
    )
    await expect.poll(() => pending(number), wait).toEqual([])
    expect(await countedByDay(number)).toEqual([{ failed: 1, delivered: 0 }])
    expect(place.peer.at(`/${name}`)).toEqual([])
  })

  it('keeps no message of others, and is given up within seconds', async () => {
    const numbers: number[] = []
    for (const change of [replace, remove]) {
      name = `of-${change.name}`
      await place.report.environment(name)
      const number = await make()
      numbers.push(number)
      await place.report.run(name, { [`${name}:1`]: 1 })
      await expect.poll(() => states(number), wait).toMatchObject([{ state: 'delivered' }])
      expect((await change(number)).status).toBe(200)
    }
    const ids = (await targets(numbers[1]!)).map(({ id }) => id)
    await place.app.query('update notification_target set removed_at = null where id = any($1)', [
      ids,
    ])
    for (const number of numbers) await putBack(number, 'waiting')
    const waiting = async () => (await Promise.all(numbers.map(pending))).flat().length
    // While they are locked nothing gives them up.
    await other.query('begin')
    await other.query("select from delivery where state = 'waiting' for update")
    place.pass(181 * day)
    const kept = 'select from notification_event where payload is not null'
    await expect.poll(() => place.app.query(kept), wait).toEqual([])
    expect(await waiting()).toBe(2)
    await other.query('commit')
    place.pass(15)
    await expect.poll(waiting, wait).toBe(0)
    for (const number of numbers) {
      expect(await countedByDay(number)).toEqual([{ failed: 1, delivered: 0 }])
    }
    expect(place.peer.at(`/${name}`)).toHaveLength(1)
  })
})
