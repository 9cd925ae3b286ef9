import { describe, expect, it } from 'vitest'
import { scheduleSteps } from './replay.ts'
import type { StepSequence, Step } from './step.ts'
import { story } from './story.ts'

const step = (at: number, path: string, json: Step['json'] = {}): Step => {
  return { at, by: 'ci', method: 'PUT', path, json }
}
const artifact = (at: number, fingerprint: string) =>
  step(at, '/artifacts/{org}/api', { fingerprint })
const report = (at: number, ...fingerprints: string[]) =>
  step(at, '/environments/{org}/any/report/K8S', {
    artifacts: fingerprints.map((fingerprint) => ({ digests: { api: fingerprint } })),
  })
const trail = (name: string, ...steps: Step[]): StepSequence => ({ of: `api/trail/${name}`, steps })
const place = (name: string, ...steps: Step[]): StepSequence => ({
  of: `environment/${name}`,
  steps,
})
const prod = (...steps: Step[]) => place('prod', ...steps)

/** The steps that each step of a story waits for, both by their times. */
function waitsOf(runs: StepSequence[]) {
  const tasks = scheduleSteps(runs)
  return Object.fromEntries(
    tasks.map((task) => [
      task.step.at,
      tasks.filter(({ next }) => next.includes(task)).map((other) => other.step.at),
    ]),
  )
}

describe('a story is sent in order', () => {
  it('within a trail, and in parallel in two', () => {
    const runs = [
      trail('1', step(1, '/trails'), step(3, '/attestations')),
      trail('2', step(2, '/trails')),
    ]
    expect(waitsOf(runs)).toEqual({ 1: [], 2: [], 3: [1] })
  })

  it('around a report: evidence before it first, later evidence afterwards', () => {
    const runs = [
      trail('1', artifact(1, 'a'), step(3, '/attestations')),
      trail('2', artifact(2, 'b')),
      prod(report(2.5, 'a')),
    ]
    expect(waitsOf(runs)).toEqual({ 1: [], 2: [], 2.5: [1], 3: [2.5] })
  })

  it('where two trails and an environment concern a running artifact', () => {
    const runs = [
      trail('1', artifact(1, 'a'), step(5, '/attestations')),
      trail('2', artifact(2, 'b'), step(4, '/attestations')),
      prod(report(3, 'a', 'b'), report(6, 'b')),
    ]
    expect(waitsOf(runs)).toEqual({ 1: [], 2: [], 3: [1, 2], 4: [3], 5: [3, 4], 6: [4, 5] })
  })

  it('around what ran once, in parallel with what never did', () => {
    const runs = [
      trail('1', artifact(1, 'a'), step(4, '/attestations')),
      trail('2', artifact(2, 'b'), step(6, '/attestations')),
      prod(report(3, 'a'), report(5)),
    ]
    expect(waitsOf(runs)).toEqual({ 1: [], 2: [], 3: [1], 4: [3], 5: [4], 6: [2] })
  })

  it('in two environments only where a logical one includes both', () => {
    const runs = ['staging', 'messaging', 'production-eu'].map((name, number) =>
      place(name, report(number + 1), report(number + 11)),
    )
    expect(waitsOf(runs)).toEqual({ 1: [], 2: [], 3: [2], 11: [1], 12: [2, 3], 13: [3, 12] })
  })

  it('around a barrier', () => {
    const alone: StepSequence = { of: 'policy', isAlone: true, steps: [step(3, '/policies')] }
    const runs = [
      trail('1', step(1, '/trails'), step(4, '/x')),
      trail('2', step(2, '/trails')),
      alone,
    ]
    expect(waitsOf(runs)).toEqual({ 1: [], 2: [], 3: [1, 2], 4: [3] })
  })

  it('and loses no step of the whole', () => {
    const runs = story(Date.UTC(2026, 10, 18, 15, 20) / 1000, 0.05)
    const tasks = scheduleSteps(runs)
    expect(tasks).toHaveLength(runs.flatMap((run) => run.steps).length)
    expect(
      tasks.every(({ next, position }) => next.every((later) => later.position > position)),
    ).toBe(true)
  })
})
