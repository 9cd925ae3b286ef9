import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import type { NextSilence } from '#contract/environment/reporting-interval.ts'
import type { LoggedEvent } from '#contract/event/event.ts'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import type { ComplianceDay, Overview } from '#contract/overview/overview.ts'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import type { listVerdictRuns } from '#contract/verdict/verdict-history.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { splitHistory, standingTime } from '#domain/environment/standing-time.ts'
import { standingOf } from '#domain/verdict/standing.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { overrideClient } from '#server/testing/overrides.ts'
import { attestationYaml, policyClient, provenanceYaml } from '#server/testing/policies.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'

type History = ResponseOf<typeof listVerdictRuns>['environments'][number]

const minute = 60
let app: TestApp
let report: ReturnType<typeof overrideClient>
let keep: ReturnType<typeof policyClient>
let now = 20_833 * daySeconds + 540 * minute

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  report = overrideClient(app)
  keep = policyClient(app)
  const json = { ...settingDefaults.reporting, server: 60 }
  await app.call('PUT', '/cairn/acme/settings/reporting', { key: 'admin', json })
  await keep.policy('origin', provenanceYaml)
  await keep.policy('scanned', attestationYaml('scan'))
  await report.flow('shop')
  await report.build('shop', 'known:1')
  await report.generic('shop', 'run-known-1', { attestation_name: 'scan', is_compliant: true })
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { status, body, text } = await app.call('GET', path, { key: 'reader' })
  expect(status, `${path} ${text}`).toBe(200)
  return body
}
const own = (path: string) => get(`/cairn/acme/${path}`)

const steps = [
  ...['good-a', 'bad-a', 'good-b', 'bad-b', 'build', 'allow-a', 'unask-a', 'ask-a', 'unask-b'],
  ...['ask-b', 'join-a', 'leave-a', 'join-b', 'leave-b', 'away-a', 'away-b', 'silence', 'silence'],
  ...['scan-a', 'scan-b', 'fail', 'override', 'override-briefly', 'end', 'request', 'approve'],
] as const
type Step = (typeof steps)[number]

/** Lets time pass, and then a minute after each end of overrides that is due. */
async function pass(seconds: number) {
  now += seconds
  const isDue = async () => {
    const due = 'select from override_state where ended_at is null and expires_at <= $1'
    return (await app.query(due, [now])).length > 0
  }
  while (await isDue()) {
    const isQueued = async (queue: 'reevaluation_queue' | 'environment_queue') =>
      (await app.query(`select from ${queue} limit 1`)).length > 0
    const waiting = async () =>
      (await isDue()) ||
      (await isQueued('reevaluation_queue')) ||
      (await isQueued('environment_queue'))
    await expect.poll(waiting, { timeout: 60_000, interval: 50 }).toBe(false)
    now += minute
  }
}

/** Two environments, and a logical one that they join and leave. */
function story(number: number) {
  // None is a part of another: lists find parts of names.
  const [a, b, all] = [`a-${number}x`, `b-${number}x`, `all-${number}x`] as const
  const tag = `story:${number}`
  const stranger = `stranger:${number}`
  const run = `run-stranger-${number}`
  const overrides: string[] = []
  const requests: string[] = []
  let members: string[] = [a]
  const include = (...some: string[]) => {
    members = [...new Set(some)]
    return report.environment(all, 'logical', { included_environments: members })
  }
  const override = async (expires_at: number | null, to = 'overrides') => {
    const draft = { flow_name: 'shop', trail_name: run, expires_at }
    const { status, body, text } = await report.ask(draft, { to })
    expect(status, text).toBe(201)
    return (body.override_id ?? body.proposal_id) as string
  }
  /** What is done to the evidence of the stranger, also before anybody built it. */
  const ofEvidence: Record<string, () => Promise<unknown>> = {
    build: () => report.build('shop', stranger),
    fail: () => report.generic('shop', run, { attestation_name: 'scan', is_compliant: false }),
    override: async () => overrides.push(await override(null)),
    'override-briefly': () => override(now + 30 * minute),
    end: async () => {
      const id = overrides.pop()
      if (id) await report.post(`overrides/${id}/end`, { reason: 'Mended' })
    },
    request: async () => requests.push(await override(null, 'override-proposals')),
    approve: async () => {
      const id = requests.pop()
      if (id === undefined) return
      const approved = await report.post(`override-proposals/${id}/approve`, {}, 'admin')
      if (approved.status === 200) overrides.push(approved.body.override_id)
    },
  }
  const acts = (env: string): Record<string, () => Promise<unknown>> => ({
    good: () => report.run(env, { 'known:1': 1 }),
    bad: () => report.run(env, { 'known:1': 1, [stranger]: 1 }),
    allow: () => keep.allow(env, fingerprintOf(stranger)),
    unask: () => keep.detach(env, 'origin'),
    ask: () => keep.attach(env, 'origin'),
    scan: () => keep.attach(env, 'scanned'),
    join: () => include(...members, env),
    leave: () => include(...members.filter((one) => one !== env)),
    away: async () => {
      await app.call('PUT', `/environments/acme/${env}/archive`)
      now += minute
      await report.environment(env, 'server', { policies: ['origin'] })
    },
  })
  return {
    names: [a, b, all],
    tag,
    async prepare() {
      await report.begin('shop', run)
      for (const env of [a, b]) await report.environment(env)
      await include(a)
      for (const env of [a, b, all]) {
        const json = { set_tags: { story: String(number) } }
        await app.call('PATCH', `/tags/acme/environment/${env}`, { json })
      }
    },
    /** Time passes before and after, so that no instant has two answers. */
    async act(step: Step) {
      await pass(minute)
      const [verb = '', which] = step.split('-')
      if (step === 'silence') await pass(100 * minute)
      else await (ofEvidence[step] ?? acts(which === 'a' ? a : b)[verb])?.()
      await pass(7 * minute)
    },
  }
}

const historyOf = async (name: string): Promise<History> =>
  (await own(`verdict_runs?environment=${name}&from=1`)).environments[0]

type Stands = boolean | 'stale' | null

/** How an environment stood by its band at an instant; undefined before that begins. */
function bandAt(history: History, at: number): Stands | undefined {
  const { runs } = history
  const index = runs.findLastIndex(({ from }) => from <= at)
  const run = runs[index]
  if (!run) return undefined
  const span = { from: run.from, to: runs[index + 1]?.from ?? at + 1, state: run.state }
  const part = splitHistory(span, history).find(({ from, to }) => from <= at && at < to)
  return part?.isStale ? 'stale' : part?.state
}

/** Counts artifacts as lists of environments do, by where each runs. */
function countRunning(name: string, artifacts: readonly RunningArtifact[], silent: string[]) {
  const counts = { compliant: 0, non_compliant: 0, unknown: 0, stale: 0 }
  for (const { environment_name: env = name, compliant } of artifacts) {
    const verdict = compliant === null ? 'unknown' : compliant ? 'compliant' : 'non_compliant'
    counts[silent.includes(env) ? 'stale' : verdict] += 1
  }
  return counts
}

/** All that is said of an environment now says how it stands, which is returned. */
async function standsNow(name: string, overview: Overview): Promise<Stands> {
  const listed: EnvironmentSummary = (await own(`environments?name=${name}`)).data[0]
  const { state, stale_at, qualifiers } = listed
  const stale = isStale(stale_at, now)
  const said: Record<string, object> = {
    read: await get(`/environments/acme/${name}`),
    found: (await own(`search?kind=environment&q=${name}`)).environments.matches[0],
    known: (await own(`search/records?environment=${name}`)).environments[0],
  }
  for (const [where, one] of Object.entries(said)) {
    expect([where, name, one]).toMatchObject([where, name, { state, stale_at, qualifiers }])
  }
  const { silence, silent_environments, ...why } = await own(`environments/${name}/verdict`)
  expect(['why', name, why, silence !== null]).toMatchObject([
    ...['why', name],
    ...[{ state, qualifiers }, stale],
  ])
  const silentOne = overview.silent.find((one) => one.environment_name === name)
  expect(['overview', name, silentOne?.stale_at]).toEqual([
    'overview',
    name,
    stale ? stale_at : undefined,
  ])
  const standing = standingOf({ state, qualifiers, isStale: stale })
  const { pagination } = await own(`environments?name=${name}&standing=${standing}`)
  expect([name, standing, pagination.total]).toEqual([name, standing, 1])
  const { reporting, artifacts } = await own(`environments/${name}/running`)
  const silent: string[] = reporting
    .filter((one: NextSilence) => isStale(one.stale_at, now))
    .map((one: NextSilence) => one.environment_name)
  expect(['running', name, silent]).toEqual(['running', name, silent_environments])
  const running = countRunning(name, artifacts, silent)
  expect([name, listed.running]).toMatchObject([name, running])
  const history = await historyOf(name)
  if (history.runs.length > 0) {
    const inForce: Record<string, object> = {
      snapshot: await get(`/snapshots/acme/${name}/-1`),
      listed: (await get(`/snapshots/acme/${name}`))[0],
      page: (await own(`environments/${name}/snapshots`)).data[0],
    }
    for (const [where, one] of Object.entries(inForce)) {
      expect([where, name, one]).toMatchObject([where, name, { state, qualifiers }])
    }
    expect(['band', name, bandAt(history, now - 1)]).toEqual([
      'band',
      name,
      stale ? 'stale' : state,
    ])
  }
  if (listed.type !== 'logical') await expectOfPhysical(name, { state, stale, running })
  return stale ? 'stale' : state
}

/** What is said of physical environments only. */
async function expectOfPhysical(
  name: string,
  { state, stale, running }: { state: boolean | null; stale: boolean; running: { stale: number } },
) {
  const { events } = await own(`environment-events?environment=${name}&flips=true`)
  const newest = (events as LoggedEvent[])[0]?.flip?.to
  if (newest) expect(['log', name, newest]).toMatchObject(['log', name, { state, is_stale: stale }])
  else expect(['log', name, stale]).toEqual(['log', name, false])
  for (const policy of await own(`environments/${name}/policies`)) {
    expect(['policy', name, policy.running.stale]).toEqual(['policy', name, running.stale])
  }
  const { environments } = await own(`artifacts/${fingerprintOf('known:1')}/environments`)
  const there = environments.find(
    (one: { environment_name: string }) => one.environment_name === name,
  )
  if (there) expect([name, isStale(there.stale_at, now)]).toEqual([name, stale])
}

/** Days of the overview are those of the bands of its environments. */
async function expectDays(tag: string, histories: readonly History[]) {
  const { days }: { days: ComplianceDay[] } = await own(`overview/days?tag=${tag}`)
  const window = { from: dayStart(now) - 89 * daySeconds, to: now }
  const expected = standingTime(
    window,
    histories.map(({ runs, ...one }) => ({
      ...one,
      changes: runs.map(({ from, state }) => ({ at: from, state })),
    })),
  )
  for (const [index, { day, ...seconds }] of expected.entries()) {
    for (const [standing, count] of Object.entries(seconds)) {
      const found = days[index]?.[standing as keyof ComplianceDay]
      expect(found, `${standing} on day ${day}`).toBeCloseTo(count, 1)
    }
  }
}

let stories = 0
it('says the same of one instant everywhere, then and later', async () => {
  const taken = fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 12 })
  const property = fc.asyncProperty(taken, async (some) => {
    const told = story((stories += 1))
    await told.prepare()
    const samples: { at: number; name: string; stands: Stands }[] = []
    for (const step of some) {
      await told.act(step)
      const overview: Overview = await own(`overview?tag=${told.tag}`)
      for (const name of told.names) {
        samples.push({ at: now - 1, name, stands: await standsNow(name, overview) })
      }
    }
    const histories = await Promise.all(told.names.map(historyOf))
    for (const { at, name, stands } of samples) {
      const band = bandAt(
        histories.find((one) => one.name === name)!,
        at,
      )
      if (band !== undefined) expect([name, at, band]).toEqual([name, at, stands])
    }
    await expectDays(
      told.tag,
      histories.filter(({ type }) => type !== 'logical'),
    )
  })
  await fc.assert(property, {
    numRuns: 6 * fuzzEffort,
    endOnFailure: true,
    examples: [
      [['ask-a', 'bad-a', 'silence', 'join-b', 'build', 'good-b', 'leave-a', 'silence', 'good-a']],
      [['good-a', 'join-b', 'bad-b', 'ask-b', 'silence', 'away-b', 'bad-a', 'ask-a', 'leave-b']],
      [['bad-a', 'build', 'scan-a', 'fail', 'override', 'end', 'override-briefly', 'silence']],
      [['scan-a', 'join-b', 'request', 'bad-a', 'override-briefly', 'build', 'approve', 'end']],
    ],
  })
})
