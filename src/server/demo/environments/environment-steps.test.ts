import { describe, expect, it } from 'vitest'
import type { ReportItem } from '#contract/environment/environment-report.ts'
import { learnInterval, type ReportRhythm, withReport } from '#domain/environment/report-rhythm.ts'
import { artifactsOfReport } from '#domain/snapshot/reported-artifacts.ts'
import { compareReports } from '#domain/snapshot/compare-reports.ts'
import type { Step } from '#server/demo/step.ts'
import { story } from '#server/demo/story.ts'

/** A Wednesday, 15:20 UTC. */
const end = Date.UTC(2026, 10, 18, 15, 20) / 1000
const day = 86_400
const steps = story(end)
  .flatMap((run) => run.steps)
  .sort((a, b) => a.at - b.at)
const reports = steps.filter((step) => step.path.includes('/report/'))
const placeOf = (step: Step) => step.path.split('/')[3] ?? ''
const typeOf = (step: Step) => step.path.split('/')[5] ?? ''
const places = [...new Set(reports.map(placeOf))]
const built = new Map(
  steps
    .filter((step) => step.path.startsWith('/artifacts/'))
    // The first report of a build counts.
    .toReversed()
    .map((step) => [step.json?.fingerprint as string, step.at]),
)

/** Running artifacts by each report of an environment, with its changes. */
function historyOf(place: string) {
  let before: { name: string; fingerprint: string; count: number }[] = []
  return reports
    .filter((step) => placeOf(step) === place)
    .map((step) => {
      const running = artifactsOfReport((step.json?.artifacts ?? []) as ReportItem[])
      const change = compareReports(before, running)
      before = running.map(({ name, fingerprint, instance_count: count }) => ({
        name,
        fingerprint,
        count,
      }))
      return { at: step.at, running, change }
    })
}
const histories = new Map(places.map((place) => [place, historyOf(place)]))
const all = [...histories.values()].flat()

describe('the environments of the story', () => {
  it('are of every type, and report hundreds of times, not thousands', () => {
    expect(places).toHaveLength(14)
    expect(new Set(reports.map(typeOf)).size).toBe(8)
    expect(reports.length).toBeGreaterThan(500)
    expect(reports.length).toBeLessThan(1_800)
    expect(steps.filter((step) => step.json?.type === 'logical')).toHaveLength(2)
  })

  it('report changes, and repeat nothing except for a sign of life each quiet day', () => {
    for (const [place, history] of histories) {
      const same = history.filter(({ change }) => !change.isNewSet && change.scaled.length === 0)
      const quiet = same.filter(({ at }) =>
        history.some((other) => other.at < at && other.at > at - day + 60),
      )
      expect(quiet.length, place).toBeLessThanOrEqual(4)
      const gaps = history.slice(1).map(({ at }, index) => at - (history[index]?.at ?? 0))
      expect(Math.max(...gaps), place).toBeLessThanOrEqual(day)
    }
  })

  it('run builds after they were made, staging first, some never', () => {
    const firstIn = (place: string) => {
      const first = new Map<string, number>()
      for (const { at, running } of histories.get(place) ?? []) {
        for (const { fingerprint } of running) {
          if (!first.has(fingerprint)) first.set(fingerprint, at)
        }
      }
      return first
    }
    for (const place of places) {
      for (const [fingerprint, at] of firstIn(place)) {
        expect(at).toBeGreaterThan(built.get(fingerprint) ?? 0)
      }
    }
    const [inStaging, inEurope] = [firstIn('staging'), firstIn('production-eu')]
    const promoted = [...inEurope].filter(([fingerprint]) => built.has(fingerprint))
    const untried = promoted.filter(
      ([fingerprint, at]) => !(at > (inStaging.get(fingerprint) ?? at)),
    )
    expect(promoted.length).toBeGreaterThan(60)
    // Only builds hurried to production on the weekend of the incident.
    expect(untried.length).toBeLessThan(5)
    const running = new Set(all.flatMap((one) => one.running.map((it) => it.fingerprint)))
    const deployed = [...built.keys()].filter((fingerprint) => running.has(fingerprint))
    expect(deployed.length).toBeGreaterThan(200)
    expect(deployed.length).toBeLessThan(built.size * 0.6)
  })

  it('run artifacts that no flow has built, and one without a fingerprint', () => {
    const names = (isKnown: (fingerprint: string) => boolean) =>
      new Set(
        all.flatMap(({ running }) =>
          running.filter((it) => isKnown(it.fingerprint)).map((it) => it.name),
        ),
      )
    expect(names((fingerprint) => !built.has(fingerprint)).size).toBeGreaterThan(8)
    expect([...names((fingerprint) => fingerprint === '')]).toEqual(['partner-legacy-sync'])
  })

  it('are rolled back, and deployed to in a hurry on one weekend', () => {
    const history = histories.get('production-eu') ?? []
    const weekends = history.filter(({ at, change }) => {
      const started = change.started.some(({ name }) => name.includes('payments-gateway'))
      return started && new Date(at * 1000).getUTCDay() % 6 === 0
    })
    expect(weekends.length).toBeGreaterThan(3)
    const rolledBack = all.filter(({ at, change }) =>
      change.started.some(({ name, fingerprint }) =>
        all.some(
          (earlier) =>
            earlier.at < at &&
            earlier.change.exited.some((it) => it.name === name && it.fingerprint === fingerprint),
        ),
      ),
    )
    expect(rolledBack.length).toBeGreaterThan(5)
  })

  it('scale by the time of day', () => {
    const hours = (histories.get('production-eu') ?? []).flatMap(({ at, change }) =>
      change.scaled
        .filter(({ before, after }) => before.count < after.instance_count)
        .map(() => new Date(at * 1000).getUTCHours()),
    )
    expect(hours.filter((hour) => hour === 7).length).toBeGreaterThan(60)
  })

  it('report until minutes ago, except for a silent and an archived one', () => {
    const quiet = places.filter((place) => (histories.get(place)?.at(-1)?.at ?? 0) < end - day)
    expect(quiet.sort()).toEqual(['branch-kiosks', 'loyalty'])
    const kiosks = histories.get('branch-kiosks') ?? []
    const rhythm = kiosks.reduce<ReportRhythm | null>((so, { at }) => withReport(so, at), null)
    expect(learnInterval(rhythm)).toEqual({ usual: day, interval: 3 * day })
    expect(histories.get('loyalty')?.at(-1)?.running).toEqual([])
    const archived = steps.filter((step) => step.path === '/environments/{org}/loyalty/archive')
    expect(archived).toHaveLength(1)
  })
})
