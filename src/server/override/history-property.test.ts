import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '../testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
let count = 0
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
  await report.flow('f')
})
afterAll(() => app.close())

/** Subjects that have nothing to do with each other. */
const subjects = [
  {},
  { artifact_fingerprint: fingerprintOf('one') },
  { target_artifacts: ['later'], git_commit_info: commitInfo },
] as const

const subject = fc.constantFrom(0, 1, 2)
const step = fc.oneof(
  fc.record({ kind: fc.constant('report' as const), about: subject, verdict: fc.boolean() }),
  fc.record({ kind: fc.constant('override' as const), about: subject, verdict: fc.boolean() }),
  fc.record({ kind: fc.constant('end' as const), which: fc.nat(9) }),
)

interface Known {
  id: string
  about: number
  verdict: boolean
  isOverride: boolean
  hasEnded: boolean
}

/** What the history of a subject comes to, told in the plainest way. */
function fold(known: readonly Known[], about: number): boolean | null {
  const standing = known.filter((one) => one.about === about && !one.hasEnded)
  return standing.at(-1)?.verdict ?? null
}

/** The newest override of a report that stands; a report is overridden by those made after it, up to the next. */
function overriderOf(known: readonly Known[], report: Known): Known | undefined {
  const own = known.filter((one) => one.about === report.about)
  const later = own.slice(own.indexOf(report) + 1)
  const next = later.findIndex((one) => !one.isOverride)
  const overrides = next < 0 ? later : later.slice(0, next)
  return overrides.findLast((one) => !one.hasEnded)
}

it('what counts is the fold of the history, and no original is ever lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const run = `run-${(count += 1)}`
      await report.begin('f', run)
      await report.artifact('f', { fingerprint: fingerprintOf('one'), trail_name: run })
      const known: Known[] = []
      for (const one of steps) {
        if (one.kind === 'end') {
          const overrides = known.filter((it) => it.isOverride)
          const ended = overrides[one.which % Math.max(1, overrides.length)]
          if (!ended) continue
          const path = `/cairn/acme/overrides/${ended.id}/end`
          const { status } = await app.call('POST', path, { json: { reason: 'Enough' } })
          expect(status).toBe(ended.hasEnded ? 409 : 200)
          ended.hasEnded = true
          continue
        }
        const { about, verdict } = one
        const isOverride = one.kind === 'override'
        const payload = { attestation_name: 'scan', ...subjects[about] }
        const { body } = isOverride
          ? await report.override('f', run, { ...payload, new_compliance_status: verdict })
          : await report.generic('f', run, { ...payload, is_compliant: verdict })
        known.push({ id: body, about, verdict, isOverride, hasEnded: false })
      }
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
      const { body: items } = await app.call('GET', `/attestations/acme/f/trail/${run}/scan`)
      expect(items).toHaveLength(known.length)
      for (const one of known) {
        const item = items.find((it: { attestation_id: string }) => it.attestation_id === one.id)
        const by = one.isOverride ? undefined : overriderOf(known, one)
        expect(item).toMatchObject({ is_override: one.isOverride })
        expect(item.overridden_by).toBe(by?.id)
        expect(item.reported_is_compliant ?? item.is_compliant).toBe(one.verdict)
        if (by) expect(item.is_compliant).toBe(by.verdict)
      }
    }),
    { numRuns: 12 },
  )
})
