import type { OverrideImpact } from '#contract/override/override.ts'
import { plural } from '../ui/plural.ts'

type Effect = Pick<OverrideImpact, 'trails' | 'artifacts' | 'environments' | 'standstill'>
type Environment = Effect['environments'][number]

/** An environment whose own verdict flips, not only that of something in it. */
export const isFlip = ({ from, to }: Environment) => from !== to

/** "4 verdicts flip", the attestation's own among them where it does. */
export function flipsLabels(effect: Effect, ownFlips: boolean): string {
  const { trails, artifacts, environments } = effect
  const count =
    trails.length + artifacts.length + environments.filter(isFlip).length + (ownFlips ? 1 : 0)
  return count === 1 ? '1 verdict flips' : `${plural(count, 'verdict')} flip`
}

/** Why nothing but perhaps the attestation itself flips. */
export function standstillLabels(standstill: 'same_verdict' | 'others_decide', verdict: string) {
  return standstill === 'same_verdict'
    ? `Nothing changes: it counts as ${verdict} already. The override is recorded all the same.`
    : 'Nothing else changes: other evidence decides about the trail and what runs.'
}

/** "1 artifact flips there", of an environment that stays as it is. */
export const insideLabels = ({ artifacts }: Environment) =>
  artifacts.length === 1
    ? '1 artifact flips there'
    : `${plural(artifacts.length, 'artifact')} flip there`
