import { sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** The newest flip of each of some environments, and what has failed there for the longest time. */
export const listFailing = (org: OrgDatabase, ids: readonly string[]) =>
  org
    .selectFrom('environment')
    .leftJoinLateral(
      (tables) =>
        tables
          .selectFrom('snapshot')
          .select(['snapshot.index', 'snapshot.cause'])
          .whereRef('snapshot.org_id', '=', 'environment.org_id')
          .whereRef('snapshot.environment_id', '=', 'environment.id')
          .where('snapshot.is_flip', '=', true)
          .orderBy('snapshot.index', 'desc')
          .limit(1)
          .as('flip'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (tables) =>
        tables
          .selectFrom('verdict')
          .select(['verdict.name', 'verdict.fingerprint', 'verdict.hash'])
          .whereRef('verdict.org_id', '=', 'environment.org_id')
          .whereRef('verdict.environment_id', '=', 'environment.id')
          .where('verdict.to_index', 'is', null)
          .where('verdict.compliant', '=', false)
          .orderBy('verdict.from_index')
          .orderBy('verdict.name')
          .limit(1)
          .as('failing'),
      (join) => join.onTrue(),
    )
    .select(['environment.id', 'flip.index as snapshot_index', 'flip.cause'])
    .select(['failing.name', 'failing.fingerprint', 'failing.hash'])
    .where(sql<boolean>`environment.id = any(${ids})`)
    .execute()
