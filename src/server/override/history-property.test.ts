import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
let count = 0
const day = 86_400
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('f')
})
afterAll(() => app.close())

/** Independent subjects. */
const subjects = [
  {},
  { artifact_fingerprint: fingerprintOf('one') },
  { target_artifacts: ['later'], git_commit_info: commitInfo },
] as const

const subject = fc.constantFrom(0, 1, 2)
const days = fc.integer({ min: 1, max: 3 })
const verdict = fc.boolean()
const step = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant('report' as const), about: subject, verdict }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('override' as const, 'proposal' as const),
      about: subject,
      verdict,
      days: fc.option(days),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(9) }), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant('renewal' as const),
      which: fc.nat(9),
      days: fc.option(days),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('wait' as const), days }), weight: 1 },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Overriding = {
  about: 0 | 1 | 2
  verdict: boolean
  days: number | null
  kind: 'override' | 'proposal'
}

interface Known {
  id: string
  about: number
  verdict: boolean
  isOverride: boolean
  hasEnded: boolean
  /** Null for never. */
  expires: number | null
}

/** Folds the history of a subject into its verdict, in the simplest way. */
function fold(known: readonly Known[], about: number): boolean | null {
  const active = known.filter((one) => one.about === about && !one.hasEnded)
  return active.at(-1)?.verdict ?? null
}

/**
 * The newest active override of a report; overrides belong to the report before them, up to the
 * next.
 */
function overriderOf(known: readonly Known[], report: Known): Known | undefined {
  const own = known.filter((one) => one.about === report.about)
  const later = own.slice(own.indexOf(report) + 1)
  const next = later.findIndex((one) => !one.isOverride)
  const overrides = next < 0 ? later : later.slice(0, next)
  return overrides.findLast((one) => !one.hasEnded)
}

/**
 * Reports, overrides and ends overrides of one name on a trail, and records what is known of it.
 */
function story(run: string, name: string) {
  const known: Known[] = []
  const post = async (path: string, json: object, key = 'member') =>
    (await app.call('POST', `/cairn/acme/${path}`, { key, json })).body
  const overrideOf = (which: number) => {
    const overrides = known.filter((one) => one.isOverride)
    return overrides[which % Math.max(1, overrides.length)]
  }
  const until = (count: number | null) => (count === null ? null : now + count * day)

  async function override(one: Overriding) {
    const expires_at = until(one.days)
    const draft = {
      ...subjects[one.about],
      attestation_name: name,
      flow_name: 'f',
      trail_name: run,
      reason: 'Looked at',
      new_compliance_status: one.verdict,
      original_attestation_type: 'generic',
      expires_at,
    }
    if (one.kind === 'override') return (await post('overrides', draft)).override_id
    const { proposal_id } = await post('override-proposals', draft)
    return (await post(`override-proposals/${proposal_id}/approve`, {}, 'admin')).override_id
  }

  async function take(one: Step): Promise<void> {
    if (one.kind === 'wait') {
      now += one.days * day
      const due = () =>
        app.query('select from override_state where ended_at is null and expires_at <= $1', [now])
      await expect.poll(async () => (await due()).length, { interval: 50 }).toBe(0)
      for (const it of known) if (it.expires !== null && it.expires <= now) it.hasEnded = true
    } else if (one.kind === 'end' || one.kind === 'renewal') {
      const which = overrideOf(one.which)
      if (!which) return
      const path = `/cairn/acme/overrides/${which.id}`
      const expires_at = one.kind === 'end' ? null : until(one.days)
      const { status } =
        one.kind === 'end'
          ? await app.call('POST', `${path}/end`, { json: { reason: 'Enough' } })
          : await app.call('PUT', `${path}/expiry`, { json: { expires_at, reason: 'Longer' } })
      expect(status).toBe(which.hasEnded ? 409 : 200)
      if (which.hasEnded) return
      if (one.kind === 'end') which.hasEnded = true
      else which.expires = expires_at
    } else {
      const { about, verdict } = one
      const isOverride = one.kind !== 'report'
      const expires = isOverride ? until(one.days) : null
      const payload = { attestation_name: name, ...subjects[about], is_compliant: verdict }
      const id = isOverride ? await override(one) : (await report.generic('f', run, payload)).body
      known.push({ id, about, verdict, isOverride, hasEnded: false, expires })
    }
  }
  return { known, take }
}

/** Columns by which attestations are counted. */
const counted = 'name, is_compliant, is_flipped, is_override'

it('the counted verdict is the fold of the history, lists and counts follow, no original is ever lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const run = `run-${(count += 1)}`
      const name = `scan-${count}`
      await report.begin('f', run)
      await report.artifact('f', { fingerprint: fingerprintOf('one'), trail_name: run })
      const { known, take } = story(run, name)
      for (const one of steps) await take(one)
      const { compliance_status } = await report.trail('f', run)
      const statuses = compliance_status.artifacts_statuses
      const entries = [
        compliance_status.attestations_statuses,
        statuses.boiler.attestations_statuses,
        statuses.later?.attestations_statuses ??
          statuses[`later@${commitInfo.sha1}`]?.attestations_statuses ??
          [],
      ]
      entries.forEach((list, about) => {
        expect(list[0]?.is_compliant ?? null, JSON.stringify(known)).toBe(fold(known, about))
      })
      const { body: items } = await app.call('GET', `/attestations/acme/f/trail/${run}/${name}`)
      expect(items).toHaveLength(known.length)
      for (const one of known) {
        const item = items.find((it: { attestation_id: string }) => it.attestation_id === one.id)
        const by = one.isOverride ? undefined : overriderOf(known, one)
        expect(item).toMatchObject({ is_override: one.isOverride })
        expect(item.overridden_by).toBe(by?.id)
        expect(item.reported_is_compliant).toBe(one.isOverride ? null : one.verdict)
        expect(item.is_compliant).toBe(by?.verdict ?? one.verdict)
      }
      const own = `/attestations/acme?flow_name=f&attestation_name=${name}`
      for (const verdict of [true, false]) {
        const { body: listed } = await app.call('GET', `${own}&is_compliant=${verdict}`)
        const ids = items
          .filter((it: { is_compliant: boolean }) => it.is_compliant === verdict)
          .map((it: { attestation_id: string }) => it.attestation_id)
        const idOf = (it: { attestation_id: string }) => it.attestation_id
        expect(listed.data.map(idOf).sort()).toEqual(ids.sort())
        expect(listed.pagination.total).toBe(ids.length)
      }
    }),
    { numRuns: 8 * fuzzEffort },
  )
  const counts = await app.query(`
    select ${counted}, sum(n)::integer as n from (
      select ${counted}, count as n from attestation_total
      union all select ${counted}, amount from attestation_delta) as counted
    group by ${counted} having sum(n) <> 0 order by ${counted}`)
  const fresh = await app.query(
    `select ${counted}, count(*)::integer as n from attestation group by ${counted}
     order by ${counted}`,
  )
  expect(counts).toEqual(fresh)
})
