import type { Environment } from '#contract/environment/environment.ts'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { type Verdict, verdictOfRunning } from '#web/domain-ui/verdict.tsx'

/** An environment without policies is unknown, whatever else is said. */
export function verdictOfEnvironment(
  environment: Pick<Environment, 'type' | 'state' | 'policies'>,
): Verdict {
  const isEvaluated = environment.type === 'logical' || environment.policies.length > 0
  return verdictOfRunning(isEvaluated ? environment.state : null)
}

/** The member that a logical environment stands as, unless all are well or nobody knows of any. */
export function worstMember({ state, members }: EnvironmentSummary) {
  if (state === true || members?.every((member) => member.state === null)) return undefined
  return members?.find((member) => member.state === state)
}
