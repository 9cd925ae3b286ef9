import type {
  RunningPeriod,
  EnvironmentOfArtifact,
} from '#contract/artifact/environments-of-artifact.ts'
import { joinPeriods } from '#domain/artifact/running-periods.ts'
import { type EvidenceLimits, noLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOfArtifact } from '#domain/verdict/qualifiers.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import type { Handlers } from '#server/request/handler.ts'
import { requireWholeFingerprint } from './find-artifact.ts'
import { listSilencesIn, listStretches, listVerdictsOn } from './running-queries.ts'

/** Maximum of listed running intervals. */
const maxListedEnvironments = 500

type Verdict = Awaited<ReturnType<typeof listVerdictsOn>>[number]
type Stretch = Awaited<ReturnType<typeof listStretches>>[number]
type Reporting = Awaited<ReturnType<typeof listSilencesIn>>[number]

const periodOf = ({ is_running, ...stretch }: Stretch): RunningPeriod => ({
  started_index: stretch.started_index,
  started_at: stretch.started_at,
  exited_index: is_running ? null : stretch.exited_index,
  exited_at: is_running ? null : stretch.exited_at,
})

/** A verdict with what qualifies it; evidence expires only under one that still holds. */
const recordedOf = (
  { environment_id: _, reason, carriers, ...verdict }: Verdict,
  limits: EvidenceLimits,
) => ({
  ...verdict,
  qualifiers: qualifiersOfArtifact(carriers, verdict.to_index === null ? limits : noLimits),
  is_allowed: reason === 'allowed',
})

function environmentOf(
  stretches: Stretch[],
  verdicts: readonly Verdict[],
  reporting: readonly Reporting[],
  limits: EvidenceLimits,
): EnvironmentOfArtifact[] {
  const [newest] = stretches
  if (!newest) return []
  const { environment_name, environment_type, environment_id: id } = newest
  const { stale_at = null, silences = [] } = reporting.find((one) => one.id === id) ?? {}
  const periods = joinPeriods(stretches.map(periodOf))
  const since = begun({ periods })
  return [
    {
      environment_name,
      environment_type,
      names: [...new Set(stretches.map((stretch) => stretch.name))],
      is_running: stretches.some((stretch) => stretch.is_running),
      periods,
      verdicts: verdicts
        .filter((one) => one.environment_id === id)
        .map((one) => recordedOf(one, limits)),
      stale_at,
      silences: silences.filter(({ to }) => to === null || to > since),
    },
  ]
}

const begun = ({ periods: [first] }: Pick<EnvironmentOfArtifact, 'periods'>) =>
  first?.started_at ?? 0

export const runningHandlers = {
  async listEnvironmentsOfArtifact({ org, clock }, { params }) {
    requireWholeFingerprint(params.fingerprint)
    const limits = await freshnessAt(org, clock())
    const found = await listStretches(org, params.fingerprint, maxListedEnvironments + 1)
    const stretches = found.slice(0, maxListedEnvironments)
    const ids = [...new Set(stretches.map((stretch) => stretch.environment_id))]
    const window = { from: Math.min(...stretches.map((one) => one.started_at)), to: limits.now }
    const [verdicts, reporting] =
      stretches.length > 0
        ? await Promise.all([
            listVerdictsOn(org, params.fingerprint, stretches, maxListedEnvironments),
            listSilencesIn(org, ids, window, limits),
          ])
        : [[], []]
    const names = [...new Set(stretches.map((stretch) => stretch.environment_name))]
    const environments = names.flatMap((name) =>
      environmentOf(
        stretches.filter((stretch) => stretch.environment_name === name),
        verdicts.toReversed(),
        reporting,
        limits,
      ),
    )
    return {
      environments: environments.sort((a, b) => begun(a) - begun(b)),
      has_more: found.length > maxListedEnvironments,
    }
  },
} satisfies Partial<Handlers>
