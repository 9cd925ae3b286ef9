import { sql } from 'kysely'
import { insertAuditEntry } from '#server/audit-log/queries.ts'
import { organizationNamed } from './directory.ts'
import type { OperatorWrite } from './operator.ts'

/**
 * Sets how many bytes of evidence an organization may store, with an entry in its log and in that of
 * the instance; null leaves it to what holds for all. What it has stored stays.
 * @throws AdministrationError for an unknown organization
 */
export async function setQuota(
  write: OperatorWrite,
  name: string,
  bytes: number | null,
): Promise<void> {
  const { database, at, actor } = write
  const { id } = await organizationNamed(database, name)
  const quota = { max_evidence_bytes: bytes }
  await sql`
    insert into organization_setting (org_id, section, value, changed_at, changed_by)
    values (${id}, 'quota', ${JSON.stringify(quota)}, ${at}, ${actor.name})
    on conflict (org_id, section) do update set value = excluded.value,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(database)
  await insertAuditEntry(write.in(id), {
    kind: 'settings_changed',
    subject: { settings: 'quota' },
    body: { section: 'quota', ...quota },
  })
  await write.logInstance('settings_changed', {
    organization: name,
    section: 'quota',
    ...quota,
  })
}
