import { type QualifierTotals, totalOfMembers } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type StatusRow, listAllowanceEnds, listOverrideEnds } from './status-queries.ts'

type Environment = Pick<StatusRow, 'name' | 'state' | 'carriers'> & {
  members?: StatusRow['members']
}

/** Returns what carries an environment; of a logical one what carries it by its members. */
export const qualifierTotalsOf = ({ members, carriers }: Omit<Environment, 'name' | 'state'>) =>
  members ? totalOfMembers(members) : carriers

/** The physical environments whose allow-lists carry an environment. */
const allowingIn = ({ members, ...own }: Environment): string[] =>
  (members ?? [own]).flatMap(({ name, state, carriers }) =>
    state === own.state && (carriers?.allow_listed ?? 0) > 0 ? [name] : [],
  )

/**
 * Reads when the first of the exceptions ends that carry some environments, or members of them; null
 * where none ends by itself. Exceptions of policies never do.
 */
export async function readExceptionEnds(
  org: OrgDatabase,
  rows: readonly StatusRow[],
): Promise<(environment: Environment) => number | null> {
  const all: Environment[] = rows.flatMap((row) => [row, ...(row.members ?? [])])
  const overrideIds = all.flatMap((one) => qualifierTotalsOf(one)?.override_ids ?? [])
  const names = all.flatMap(allowingIn)
  const [overrides, allowances] = await Promise.all([
    overrideIds.length > 0 ? listOverrideEnds(org, overrideIds) : [],
    names.length > 0 ? listAllowanceEnds(org, names) : [],
  ])
  const endsAt = (ends: typeof overrides) => new Map(ends.map(({ of, ends_at }) => [of, ends_at]))
  const [byId, byName] = [endsAt(overrides), endsAt(allowances)]
  return (environment) => {
    const totals: QualifierTotals | null = qualifierTotalsOf(environment)
    const ends = [
      ...(totals?.override_ids ?? []).map((id) => byId.get(id)),
      ...((totals?.allow_listed ?? 0) > 0
        ? allowingIn(environment).map((name) => byName.get(name))
        : []),
    ].filter((at) => at !== undefined)
    return ends.length > 0 ? Math.min(...ends) : null
  }
}
