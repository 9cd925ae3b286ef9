import type { Space } from '#contract/space/space.ts'
import { withLines, type SpaceWithLine } from '#domain/space/space-tree.ts'
import type { OrgScope } from '#server/database/org-database.ts'
import { countFailingBySpace } from '#server/environment/list-queries.ts'
import { reportingRules } from '#server/organization/settings.ts'
import { notFound } from '#server/platform/problem.ts'
import { countContents, listSpaceRows, type SpaceRow } from './queries.ts'

/** Requires a space to exist. @throws Problem 404 */
export function requireSpace<Found>(
  { orgName }: Pick<OrgScope, 'orgName'>,
  id: string,
  space: Found | undefined,
): asserts space is Found {
  if (!space) throw notFound(`Space '${id}' does not exist in organization '${orgName}'`)
}

type Scope = OrgScope & { clock: () => number }

/** Reads all spaces, with the contents of and below each, by five queries. */
export async function spaceRecords({ org, clock }: Omit<Scope, 'orgName'>): Promise<Space[]> {
  const [rows, { flows, environments }, nonCompliant] = await Promise.all([
    listSpaceRows(org),
    countContents(org),
    reportingRules(org, clock()).then((rules) => countFailingBySpace(org, rules)),
  ])
  const placed = withLines(rows)
  return placed.map((space) => {
    const within = new Set(placed.filter(({ line }) => isIn(line, space)).map(({ id }) => id))
    return {
      id: space.id,
      name: space.name,
      parent_id: space.parent_id,
      path: space.line.map(({ name }) => name),
      flow_count: sumIn(within, flows),
      environment_count: sumIn(within, environments),
      non_compliant_count: sumIn(within, nonCompliant),
      created_at: space.created_at,
      created_by: space.created_by,
    }
  })
}

const isIn = (line: SpaceWithLine<SpaceRow>['line'], { id }: SpaceRow) =>
  line.some((one) => one.id === id)

const sumIn = (ids: Set<string>, counts: { space_id: string | null; count: number }[]) =>
  counts.reduce((sum, { space_id, count }) => sum + (ids.has(space_id ?? '') ? count : 0), 0)

/** Reads one space. @throws Problem 404 */
export async function spaceOfPath(scope: Scope, id: string): Promise<Space> {
  const space = (await spaceRecords(scope)).find((one) => one.id === id)
  requireSpace(scope, id, space)
  return space
}
