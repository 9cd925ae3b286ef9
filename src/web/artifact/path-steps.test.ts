import { describe, expect, it } from 'vitest'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { betweenSteps, describePath, pathSteps } from './environment-state.ts'

const hour = 3_600
const built = 1_000_000
const now = built + 9 * hour

const place = (
  name: string,
  at: number,
  isRunning = true,
  stale_at: number | null = null,
): EnvironmentOfArtifact => ({
  environment_name: name,
  environment_type: 'server',
  names: ['app'],
  is_running: isRunning,
  periods: [
    {
      started_index: 3,
      started_at: at,
      exited_index: isRunning ? null : 4,
      exited_at: isRunning ? null : at + 60,
    },
  ],
  verdicts: [],
  stale_at,
  silences: [],
})

const stepsOf = (timestamp: number | null, ...places: EnvironmentOfArtifact[]) =>
  pathSteps({ created_at: built, git_commit_info: { timestamp } }, places)

describe('the way of an artifact', () => {
  const stage = place('stage', built + hour, false)
  const prod = place('prod', built + 2 * hour)

  it.each([
    [
      stepsOf(built - hour, stage, prod),
      '3\u00a0h from commit to prod. Runs in 1 of the 2 environments that it reached.',
    ],
    [stepsOf(null, prod), '2\u00a0h from build to prod. Runs in the environment that it reached.'],
    [stepsOf(null, stage), '1\u00a0h from build to stage. Runs nowhere now.'],
    [stepsOf(null, place('prod', built - hour)), 'Runs in the environment that it reached.'],
    [
      stepsOf(null, place('stage', built, true, built), place('prod', built + hour, true, now + 1)),
      '1\u00a0h from build to prod. Runs in the 2 environments that it reached, in 1 of them when last seen.',
    ],
    [
      stepsOf(null, place('prod', built + hour, true, now)),
      '1\u00a0h from build to prod. Runs in the environment that it reached, when last seen.',
    ],
    [
      stepsOf(null, place('prod', built + hour, false, now)),
      '1\u00a0h from build to prod. Runs nowhere now.',
    ],
    [stepsOf(null), 'It has run nowhere yet.'],
  ])('is told in a sentence', (steps, sentence) => {
    expect(describePath(steps, now)).toBe(sentence)
  })

  it.each([
    ['after the build', built + 1],
    ['years before it', 1],
  ])('leaves out a commit that is dated %s', (_, timestamp) => {
    const kinds = pathSteps(
      { created_at: 40_000_000, git_commit_info: { timestamp: timestamp === 1 ? 1 : 40_000_001 } },
      [prod],
    ).map(({ kind }) => kind)
    expect(kinds).toEqual(['build', 'environment'])
  })

  it('says how long each step took, also back in time', () => {
    const [build, early] = stepsOf(null, place('prod', built - hour))
    expect(betweenSteps(build!, early!)).toBe('1\u00a0h before')
    expect(betweenSteps(early!, build!)).toBe('1\u00a0h')
  })
})
