import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { listEnvironments } from '#contract/environment/environment.ts'
import { compareSnapshots } from '#contract/snapshot/comparison.ts'
import { getArtifactVerdict } from '#contract/verdict/verdict.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { atMoment } from '#web/snapshot/queries.ts'

/** Both sides of a comparison as the address has them. */
export interface Sides {
  base?: string | undefined
  head?: string | undefined
  head_env?: string | undefined
}

/** One side: an environment, and which of its snapshots. */
export interface Side {
  env: string
  /** `latest`, a number, or an expression of the API such as `~1` or `@{…}`. */
  at: string
}

export const latest = 'latest'

/** The snapshot before one, as far as the address alone can say. */
function before(at: string): string {
  if (at === latest) return '~1'
  const number = Number(at)
  return Number.isSafeInteger(number) && number > 1 ? String(number - 1) : '~1'
}

/**
 * Sides in an address: with no head the latest, with no base the snapshot before the head, and
 * beside another environment the latest of this one.
 */
export function sidesOf(env: string, { base, head, head_env }: Sides): { base: Side; head: Side } {
  const other = head_env || env
  const at = head || latest
  const defaultAt = other === env ? before(at) : latest
  return { base: { env, at: base || defaultAt }, head: { env: other, at } }
}

/** A side as the API says it: `prod#12`, `prod`, `prod~1`. */
export function sideExpression({ env, at }: Side): string {
  if (at === latest) return env
  return /^-?\d+$/.test(at) ? `${env}#${at}` : env + at
}

/** Typed side: a snapshot's number with or without its sign, a moment, or an expression. */
export function typedSide(text: string, moment: number | null): string {
  const [, number] = /^#?(\d+)$/.exec(text.trim()) ?? []
  if (number !== undefined) return number
  return moment === null ? text.trim() : atMoment(moment)
}

/** The address of the same comparison turned round; the page is then the head's environment's. */
export function swapped(env: string, sides: Sides): { env: string; search: Sides } {
  const { base, head } = sidesOf(env, sides)
  return {
    env: head.env,
    search: {
      base: head.at,
      head: base.at,
      head_env: head.env === base.env ? undefined : base.env,
    },
  }
}

type ComparisonQuery = QueryInputOf<typeof compareSnapshots>

/** Parameters of a comparison; either side may be of an archived environment. */
export function comparisonQueryOf(env: string, sides: Sides, unchanged: boolean): ComparisonQuery {
  const { base, head } = sidesOf(env, sides)
  return {
    base: sideExpression(base),
    head: sideExpression(head),
    archived: 'include',
    ...(unchanged && { unchanged }),
  }
}

/** Two snapshots beside each other. */
export function comparisonQuery(org: string, env: string, sides: Sides, unchanged: boolean) {
  return endpointQuery(compareSnapshots, { org }, comparisonQueryOf(env, sides, unchanged))
}

/** Failure of a snapshot's artifact, and what would mend it. */
export function failureQuery(
  org: string,
  env_name: string,
  query: QueryInputOf<typeof getArtifactVerdict>,
) {
  return endpointQuery(getArtifactVerdict, { org, env_name }, query)
}

/** Names to choose another environment from. */
export function environmentNamesQuery(org: string) {
  return endpointQuery(listEnvironments, { org })
}
