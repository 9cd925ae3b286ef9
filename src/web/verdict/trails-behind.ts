import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'

/** More trails than these are not looked into. */
const maxTrails = 5

/** Trails whose evidence fails rules on artifacts, each once. */
export function trailsBehind(
  artifacts: readonly ArtifactNode[],
): { flow: string; trail: string }[] {
  const contexts = artifacts
    .flatMap(({ policies }) => policies.flatMap(({ rule_evaluations }) => rule_evaluations))
    .filter(({ satisfied }) => satisfied === false)
    .flatMap(({ resolutions }) => resolutions)
    .flatMap(({ context: { flow_name: flow, trail_name: trail } }) =>
      flow === null || trail === null ? [] : { flow, trail },
    )
  return contexts
    .filter(
      (one, at) =>
        contexts.findIndex(({ flow, trail }) => flow === one.flow && trail === one.trail) === at,
    )
    .slice(0, maxTrails)
}
