import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { OrgDatabase, Statement } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'

type NewEntry = Omit<Insertable<Tables['override_entry']>, 'org_id' | 'is_reviewed'>

/** What puts an override or a request into the register. */
export const enter = (org: OrgDatabase, entry: NewEntry): Statement =>
  org.insertInto('override_entry', entry)

/** What changes entries of the register. */
export const amend = (
  org: OrgDatabase,
  ids: readonly string[],
  fields: Pick<
    Updateable<Tables['override_entry']>,
    'expires_at' | 'ended_at' | 'standing' | 'is_reviewed'
  >,
): Statement =>
  org
    .updateTable('override_entry')
    .set(fields)
    .where(sql<boolean>`override_entry.id = any(${ids})`)

/** What takes a request out of the register: the override that came of it stands there. */
export const strike = (org: OrgDatabase, id: string): Statement =>
  org.deleteFrom('override_entry').where('override_entry.id', '=', id)
