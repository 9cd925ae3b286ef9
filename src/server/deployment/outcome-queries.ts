import { sql } from 'kysely'
import type { VerdictCause } from '#contract/verdict/verdict-cause.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isOneOf, isStartWithin, neighbourOf, type StartKey, type Stretch } from './queries.ts'

/**
 * Snapshot of a start, where it turned the environment non-compliant and the started artifact fails
 * in it. The first snapshot of an environment turns nothing.
 */
const failing = sql<boolean>`exists (
  select from snapshot
  where snapshot.org_id = deployment.org_id and snapshot.environment_id = deployment.environment_id
    and snapshot.index = deployment.snapshot_index and snapshot.index > 1
    and snapshot.is_flip and snapshot.state = false
    and exists (
      select from verdict
      where verdict.org_id = deployment.org_id
        and verdict.environment_id = deployment.environment_id
        and verdict.name = deployment.name and verdict.fingerprint = deployment.fingerprint
        and verdict.from_index <= deployment.snapshot_index
        and coalesce(verdict.to_index > deployment.snapshot_index, true)
        and not verdict.compliant))`

/** Starts, each with what became of its environment, and the name of what replaced it. */
const outcomes = (org: OrgDatabase) =>
  org
    .selectFrom('deployment')
    .leftJoinLateral(
      (from) =>
        neighbourOf(from, 'after').select(['neighbour.name', 'neighbour.started_at']).as('next'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('snapshot as restored')
          .whereRef('restored.org_id', '=', 'deployment.org_id')
          .whereRef('restored.environment_id', '=', 'deployment.environment_id')
          .whereRef('restored.index', '>', 'deployment.snapshot_index')
          .where('restored.state', '=', true)
          .where(failing)
          .select(['restored.created_at', 'restored.cause'])
          .orderBy('restored.index')
          .limit(1)
          .as('restored'),
      (join) => join.onTrue(),
    )
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.org_id', '=', 'deployment.org_id')
        .onRef('artifact.id', '=', 'deployment.artifact_id'),
    )
    .select(['deployment.environment_id', 'deployment.snapshot_index', 'deployment.fingerprint'])
    .select(['deployment.name', 'deployment.started_at'])
    .select(['next.name as next_name', 'next.started_at as next_started_at'])
    .select(failing.as('is_failing'))
    .select('restored.created_at as restored_at')
    .select(sql<VerdictCause | null>`restored.cause`.as('restored_cause'))
    .select(
      sql<number | null>`(artifact.git_commit_info ->> 'timestamp')::double precision`.as(
        'committed_at',
      ),
    )
    .orderBy('deployment.started_at', 'desc')
    .orderBy('deployment.environment_id')
    .orderBy('deployment.name')
    .orderBy('deployment.fingerprint')

/** The newest deployments of a window with their outcomes, newest first. */
export const listOutcomes = (org: OrgDatabase, stretch: Stretch, limit: number) =>
  outcomes(org).where(isStartWithin(stretch)).limit(limit).execute()
export type OutcomeRow = Awaited<ReturnType<typeof listOutcomes>>[number]

/** The outcomes of some deployments of a window. */
export const listOutcomesOf = (org: OrgDatabase, stretch: Stretch, keys: readonly StartKey[]) =>
  outcomes(org).where(isStartWithin(stretch)).where(isOneOf(keys)).execute()
