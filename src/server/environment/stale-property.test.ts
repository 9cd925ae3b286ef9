import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import type { Attention, SilentReporter } from '#contract/overview/overview.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'

const now = 1_790_000_000
const hour = 3_600
const physical = ['a', 'b', 'c', 'd', 'e', 'f']
const logical = { one: ['a'], two: ['a', 'b'], some: ['b', 'c', 'd'], most: ['a', 'd', 'e', 'f'] }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const put = (json: object) => app.call('PUT', '/environments/acme', { json })
  for (const name of physical) await put({ name, type: name < 'd' ? 'server' : 'K8S' })
  for (const [name, included_environments] of Object.entries(logical)) {
    await put({ name, type: 'logical', included_environments })
  }
})
afterAll(() => app.close())

const get = async (path: string) => (await app.call('GET', `/cairn/acme/${path}`)).body
const list = async (query = ''): Promise<EnvironmentSummary[]> =>
  (await get(`environments?per_page=50&${query}`)).data
const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name)

/** Of a physical environment, all that decides on staleness: half are silent, half fail. */
const status = fc.record({
  heard_at: fc.constantFrom(null, now + hour, now, now, now - hour, now - 2 * hour),
  state: fc.constantFrom(null, true, false, false),
  reporting_minutes: fc.constantFrom(null, null, 90),
  learned_interval: fc.constantFrom(null, hour),
  archived_at: fc.constantFrom(null, null, null, null, null, now),
})
const world = fc.noBias(
  fc.tuple(...physical.map((name) => status.map((own) => ({ name, ...own })))),
)

async function become(statuses: readonly object[]) {
  const rows = `json_populate_recordset(null::record, $1) as own(name text, heard_at float8,
    state boolean, reporting_minutes integer, learned_interval float8, archived_at float8)`
  await app.query(
    `with own as (select * from ${rows}), settings as (
      update environment e set reporting_minutes = own.reporting_minutes,
        archived_at = own.archived_at
      from own where e.name = own.name returning e.id, own.*)
    update environment_state s set heard_at = settings.heard_at, state = settings.state,
      last_reported_at = settings.heard_at, learned_interval = settings.learned_interval
    from settings where s.environment_id = settings.id`,
    [JSON.stringify(statuses)],
  )
}

const isSilent = ({ stale_at }: { stale_at: number | null }) => isStale(stale_at, now)
/** Worst first, causes before what contains them. */
const rankOf = (one: EnvironmentSummary) =>
  (one.state === false ? 0 : isSilent(one) ? 2 : one.state === null ? 4 : 6) +
  (one.type === 'logical' ? 1 : 0)

it('is the same in filters, in the order of the list and on the overview', async () => {
  const property = fc.asyncProperty(world, async (statuses) => {
    await become(statuses)
    const all = await list()
    const stale = all.filter(isSilent)
    expect(namesOf(await list('stale=true'))).toEqual(namesOf(stale))
    expect(namesOf(await list('stale=false'))).toEqual(namesOf(all.filter((one) => !isSilent(one))))
    expect(namesOf(await list('sort=verdict'))).toEqual(
      namesOf(all.toSorted((one, other) => rankOf(one) - rankOf(other))),
    )
    const { environments, silent, attention } = await get('overview')
    expect(environments.stale).toBe(stale.length)
    const memberOf = (one: { environment_name: string; member: string | null }) => {
      const { members } = all.find(({ name }) => name === one.environment_name)!
      return members?.find(({ name }) => name === one.member)
    }
    expect(silent).toHaveLength(stale.length)
    for (const one of silent as SilentReporter[]) {
      if (one.type !== 'logical') continue
      const { stale_at, last_reported_at } = one
      expect(memberOf(one)).toMatchObject({ stale_at, last_reported_at })
    }
    for (const one of attention as Attention[]) {
      if (one.type !== 'logical') continue
      const member = memberOf(one)!
      expect([member.state, isSilent(member)]).toEqual([false, false])
    }
  })
  await fc.assert(property, { numRuns: 15 * fuzzEffort })
})
