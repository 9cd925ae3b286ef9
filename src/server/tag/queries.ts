import { isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Sets of tags of the records of a type that are in view, with the number of records that have each set. */
export const listTagSets = {
  flow: (org: OrgDatabase) =>
    org
      .selectFrom('flow')
      .where(isInView(org, 'flow.archived_at'))
      .select(({ fn }) => ['flow.tags', fn.countAll<number>().as('count')])
      .groupBy('flow.tags')
      .execute(),
  environment: (org: OrgDatabase) =>
    org
      .selectFrom('environment')
      .where(isInView(org, 'environment.archived_at'))
      .select(({ fn }) => ['environment.tags', fn.countAll<number>().as('count')])
      .groupBy('environment.tags')
      .execute(),
}
