import { describe, expect, it } from 'vitest'
import { attestationKinds } from '#contract/attestation/types/kind.ts'
import type { StepSequence, Step } from './step.ts'
import { story } from './story.ts'

/** A Wednesday, 15:20 UTC. */
const end = Date.UTC(2026, 10, 18, 15, 20) / 1000
const day = 86_400
const whole = story(end)
const steps = whole.flatMap((run) => run.steps)
const of = (kind: string) => steps.filter((step) => step.path.startsWith(`/${kind}/`))
const attestations = of('attestations')
const typeOf = (step: Step) => step.path.split('/').at(-1) ?? ''
const flowOf = (step: Step) => step.path.split('/')[3] ?? ''

const countBy = (items: Step[], key: (item: Step) => string) => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1
  return counts
}

describe('the whole story', () => {
  it('has the size of a company', () => {
    expect(of('trails').length).toBeGreaterThan(380)
    expect(attestations.length).toBeGreaterThan(3_800)
    expect(attestations.length).toBeLessThan(4_500)
    expect(Object.keys(countBy(attestations, flowOf))).toHaveLength(15)
    const types = countBy(attestations, typeOf)
    expect(Object.keys(types).sort()).toEqual(
      [...new Set(attestationKinds.map((kind) => kind.split(':')[0]))].sort(),
    )
    for (const [type, count] of Object.entries(types)) {
      expect(count, type).toBeGreaterThan(['system', 'custom'].includes(type) ? 30 : 250)
    }
  })

  it('lies in the last 90 days, and its newest trail is minutes old', () => {
    const times = attestations.map((step) => step.at)
    expect(Math.min(...times)).toBeGreaterThan(end - 91 * day)
    expect(Math.max(...steps.map((step) => step.at))).toBeLessThanOrEqual(end)
    expect(Math.max(...of('trails').map((step) => step.at))).toBeGreaterThan(end - 15 * 60)
  })

  it('pauses at night and nearly at weekends', () => {
    const trails = of('trails').filter((step) => step.at < end - 4 * day)
    const hours = trails.map((step) => new Date(step.at * 1000).getUTCHours())
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(6)
    expect(Math.max(...hours)).toBeLessThanOrEqual(18)
    const weekend = trails.filter((step) => new Date(step.at * 1000).getUTCDay() % 6 === 0)
    expect(weekend.length).toBeGreaterThan(0)
    expect(weekend.length / trails.length).toBeLessThan(0.05)
  })

  it('has templates that change, a legacy flow and an archived one', () => {
    const versions = countBy(
      steps.filter((step) => step.path.endsWith('/template_file')),
      (step) => String(step.json?.name),
    )
    expect(Object.values(versions).filter((count) => count > 1).length).toBeGreaterThan(3)
    expect(Math.max(...Object.values(versions))).toBe(3)
    expect(steps.filter((step) => step.path === '/flows/{org}')).toHaveLength(1)
    expect(steps.filter((step) => /^.flows.*archive$/.test(step.path))).toHaveLength(1)
  })

  it('has evidence before its artifact, unexpected, repeated and late', () => {
    const early = attestations.filter((step) => step.json?.target_artifacts)
    const unexpected = attestations.filter(({ json }) => json?.attestation_name === 'load-test')
    const slot = ({ path, json }: Step) =>
      [path, json?.attestation_name, json?.artifact_fingerprint, json?.target_artifacts].join()
    const repeated = Object.values(countBy(attestations, slot)).filter((count) => count > 1)
    const begun = new Map(of('trails').map((step) => [`${flowOf(step)}/${step.json?.name}`, step]))
    const late = attestations.filter(({ path, at }) => {
      const [, , , flow, , trail] = path.split('/')
      return at - (begun.get(`${flow}/${trail}`)?.at ?? at) > day / 2
    })
    for (const found of [early, unexpected, repeated, late]) {
      expect(found.length).toBeGreaterThan(7)
    }
  })

  it('overrides evidence, in each possible way', () => {
    const sentTo = (path: string) => steps.filter((step) => step.path === path)
    const made = sentTo('/cairn/{org}/overrides')
    expect(made.map(({ json }) => json?.new_compliance_status)).toEqual([false, false])
    const requests = sentTo('/cairn/{org}/override-proposals')
    expect(requests).toHaveLength(4)
    expect(requests.filter(({ json }) => Number(json?.expires_at) > end)).toHaveLength(3)
    expect(sentTo('/cairn/{org}/override-proposals/{found}/approve')).toHaveLength(3)
    expect(steps.filter((step) => step.path.endsWith('/{found}/end'))).toHaveLength(1)
    expect(sentTo('/cairn/{org}/exceptions/review')).toHaveLength(3)
  })

  it('takes artifacts to a second trail', () => {
    const flowsOf = new Map<unknown, Set<string>>()
    for (const step of of('artifacts')) {
      const flows = flowsOf.get(step.json?.fingerprint) ?? new Set()
      flowsOf.set(step.json?.fingerprint, flows.add(flowOf(step)))
    }
    expect([...flowsOf.values()].filter((flows) => flows.size > 1).length).toBeGreaterThan(20)
  })

  it('sends small files only, some of them XML, SARIF and text', () => {
    const files = attestations.flatMap((step) => step.file ?? [])
    expect(Math.max(...files.map((file) => file.text.length))).toBeLessThan(4000)
    const endings = new Set(files.map((file) => file.name.replace(/.*\./, '')))
    expect([...endings]).toEqual(expect.arrayContaining(['xml', 'sarif', 'txt', 'log', 'md']))
  })

  it('reports a trail in the order of time', () => {
    for (const run of whole) {
      const times = run.steps.map((step) => step.at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  })
})

describe('the story is the same', () => {
  it('generated twice', () => {
    expect(JSON.stringify(story(end))).toBe(JSON.stringify(whole))
  })

  it('a week later', () => {
    const week = 7 * day
    const outline = (runs: StepSequence[], end: number) =>
      runs.flatMap((run) =>
        run.steps.map((step) => [
          Math.round((step.at - end) * 10),
          step.by,
          step.path.replace(/release-\d{4}.*\d/, 'release'),
          step.json?.attestation_name,
          step.json?.is_compliant,
          step.json?.artifact_fingerprint,
        ]),
      )
    expect(outline(story(end + week), end + week)).toEqual(outline(whole, end))
  })

  it('on any day, except for what follows the calendar', () => {
    const later = story(end + 2.4 * day).flatMap((run) => run.steps)
    const flows = countBy(
      later.filter((step) => step.path.startsWith('/trails/')),
      flowOf,
    )
    const before = countBy(of('trails'), flowOf)
    for (const [flow, count] of Object.entries(before)) {
      if (flow !== 'release-train') expect(flows[flow]).toBe(count)
    }
  })
})
