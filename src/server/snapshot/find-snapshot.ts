import {
  parseSnapshotExpression,
  parseFullExpression,
  resolveExpression,
  type SnapshotExpression,
} from '#domain/snapshot/snapshot-expression.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { notFound, fieldProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { findSnapshot, indexAt, stateOf } from './queries.ts'

const rule = 'Input should be a snapshot: N, #N, -N, ~N, @{YYYY-MM-DDTHH:MM:SS} or @{N.hours.ago}'

/**
 * Finds the snapshot named by an environment and an expression, with the environment as of then: an
 * archived one may have come back as another type.
 * @throws Problem 400 for no expression, 404 naming what is unknown
 */
export async function findSnapshotOfPath(context: OrgContext, name: string, text: string) {
  const expression = parseSnapshotExpression(text, context.clock())
  if (!expression) throw fieldProblem('snapshot_expression', rule, text)
  return snapshotMeant(context, name, expression, name + (/^-?\d/.test(text) ? '#' : '') + text)
}

/**
 * Finds the snapshot of a full expression, which names its environment.
 * @throws Problem as above
 */
export async function findSnapshotOfFullExpression(
  context: OrgContext,
  field: string,
  text: string,
) {
  const full = parseFullExpression(text, context.clock())
  if (!full) throw fieldProblem(field, `${rule}, after the name of an environment`, text)
  return snapshotMeant(context, full.environment, full.expression, text)
}

async function snapshotMeant(
  context: OrgContext,
  name: string,
  expression: SnapshotExpression,
  text: string,
) {
  const { org, orgName } = context
  const environment = await environmentOfPath(context, name)
  const state = await stateOf(org, environment.id)
  const length = state.snapshot_index
  const index = await resolveExpression(expression, length, (at) =>
    indexAt(org, environment.id, at),
  )
  const snapshot =
    index >= 1 && index <= length ? await findSnapshot(org, environment.id, index) : undefined
  if (!snapshot) {
    throw notFound(
      `Org: '${orgName}'. Snapshot '${text}' resolves to '${name}#${index}'. len(snapshots) == ${length}. Indexes are 1-based`,
      length === 0 ? 'no_snapshot_yet' : 'snapshot_not_found',
    )
  }
  return { environment: { ...environment, type: snapshot.type }, snapshot }
}
