import type { EnvironmentOfArtifact, RunningPeriod } from '#contract/artifact-run.ts'
import { joinPeriods } from '#domain/running-periods.ts'
import { requireFingerprint } from '../change/path.ts'
import type { Handlers } from '../handler.ts'
import { listStretches, listVerdictsOn } from './queries.ts'

/** More stretches of running are not listed. */
const mostListed = 500

type Verdict = Awaited<ReturnType<typeof listVerdictsOn>>[number]
type Stretch = Awaited<ReturnType<typeof listStretches>>[number]

const periodOf = ({ is_running, ...stretch }: Stretch): RunningPeriod => ({
  started_index: stretch.started_index,
  started_at: stretch.started_at,
  exited_index: is_running ? null : stretch.exited_index,
  exited_at: is_running ? null : stretch.exited_at,
})

const recordedOf = ({ environment_id: _, reason, ...verdict }: Verdict) => ({
  ...verdict,
  is_allowed: reason === 'allowed',
})

function environmentOf(
  stretches: Stretch[],
  verdicts: readonly Verdict[],
): EnvironmentOfArtifact[] {
  const [newest] = stretches
  if (!newest) return []
  const { environment_name, environment_type, environment_id: id } = newest
  return [
    {
      environment_name,
      environment_type,
      names: [...new Set(stretches.map((stretch) => stretch.name))],
      is_running: stretches.some((stretch) => stretch.is_running),
      periods: joinPeriods(stretches.map(periodOf)),
      verdicts: verdicts.filter((one) => one.environment_id === id).map(recordedOf),
    },
  ]
}

const begun = ({ periods: [first] }: EnvironmentOfArtifact) => first?.started_at ?? 0

export const runningHandlers = {
  async listEnvironmentsOfArtifact({ org }, { params }) {
    requireFingerprint(params.fingerprint)
    const found = await listStretches(org, params.fingerprint, mostListed + 1)
    const stretches = found.slice(0, mostListed)
    const verdicts =
      stretches.length > 0
        ? await listVerdictsOn(org, params.fingerprint, stretches, mostListed)
        : []
    const names = [...new Set(stretches.map((stretch) => stretch.environment_name))]
    const environments = names.flatMap((name) =>
      environmentOf(
        stretches.filter((stretch) => stretch.environment_name === name),
        verdicts.toReversed(),
      ),
    )
    return {
      environments: environments.sort((a, b) => begun(a) - begun(b)),
      has_more: found.length > mostListed,
    }
  },
} satisfies Partial<Handlers>
