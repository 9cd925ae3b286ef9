import canonicalize from 'canonicalize'
import { type Kysely, sql } from 'kysely'
import { auditObjectOf } from '#domain/audit-log/audit-entry.ts'
import { mapTexts } from '#domain/audit-log/personal-texts.ts'
import { authorPointer, commitmentsIn, entryPointer } from '#server/audit-log/queries.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import { setOnNodes } from '#server/database/set-on-nodes.ts'
import type { Tables } from '#server/database/tables.ts'
import type { RecordRow } from '#server/database/tables/audit-log.ts'
import { closed } from '#server/platform/commitments.ts'
import { type ErasedPerson, mentions } from './erase-rows.ts'

/** Entries that are read at once. */
const batch = 200

/** Stored columns of an entry that may name people, its subject as text. */
type Entry = Pick<
  RecordRow,
  'org_id' | 'id' | 'actor' | 'address' | 'key_label' | 'body' | 'before' | 'personal' | 'hash'
> & { subject: string }

/**
 * Puts a pseudonym in place of a person in all audit logs, with salts destroyed: hashes stay. Until
 * the transaction ends no entry of theirs gets its place.
 * @returns number of entries
 */
export async function eraseFromEntries(tx: Kysely<Tables>, person: ErasedPerson): Promise<number> {
  await setOnNodes(tx, 'cairn.erase', 'on')
  const isNamed = mentions(sql`concat_ws(' ', actor, subject::text, body, before)`, person)
  const { rows: logs } = await sql<{ org_id: string }>`
    select distinct org_id from record where ${isNamed} order by 1`.execute(tx)
  let erased = 0
  for (const { org_id } of logs) {
    await new OrgDatabase(tx, org_id).lock('seal')
    for (let last = '', isMore = true; isMore;) {
      const { rows } = await sql<Entry>`
        select org_id, id, actor, address, key_label, subject::text as subject, body, before,
          personal, hash
        from record where org_id = ${org_id} and id > ${last} and ${isNamed}
        order by id limit ${sql.lit(batch)}`.execute(tx)
      for (const entry of rows) {
        const changed = without(entry, person)
        if (changed) await replace(tx, changed)
        if (changed) erased += 1
        last = entry.id
      }
      isMore = rows.length === batch
    }
  }
  return erased
}

/** Returns an entry without the person; null if it does not name them. */
function without(entry: Entry, { name, pseudonym, eraseIn }: ErasedPerson): Entry | null {
  const erase = eraseIn(entry.org_id)
  const commitments = commitmentsIn(entry.personal)
  const isOld = entry.personal === null
  const { member } = JSON.parse(entry.subject) as { member?: string }
  const changed = { ...entry }
  let isChanged = false
  for (const part of ['subject', 'body', 'before'] as const) {
    const text = entry[part]
    if (text === null) continue
    const left = mapTexts(
      JSON.parse(text),
      (value, field, pointer) => {
        const shown = erase(value, member && value.includes(member) ? 'member' : field)
        const commitment = commitments[pointer]
        if (shown === value || !(commitment || isOld)) return value
        if (commitment) commitments[pointer] = closed(commitment, value)
        isChanged = true
        return shown
      },
      `/${part}`,
    )
    changed[part] = canonicalize(left) ?? text
  }
  if (entry.actor === name && erase(name, 'actor') === pseudonym) {
    const by = commitments[authorPointer]
    const { actor, address, key_label } = entry
    if (by) commitments[authorPointer] = closed(by, [actor, address, key_label])
    Object.assign(changed, { actor: pseudonym, address: null, key_label: null })
    isChanged = true
  }
  if (!isChanged) return null
  if (isOld) commitments[entryPointer] = { hash: entry.hash.toString('hex') }
  return { ...changed, personal: JSON.stringify(commitments) }
}

async function replace(tx: Kysely<Tables>, entry: Entry): Promise<void> {
  const { org_id, id, actor, address, key_label, subject, body, before, personal } = entry
  await tx
    .updateTable('record')
    .set({ actor, address, key_label, subject, body, before, personal })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute()
  const { object } = auditObjectOf(JSON.parse(subject))
  await tx
    .updateTable('record_seal')
    .set({ actor, key_label, object })
    .where('org_id', '=', org_id)
    .where('record_id', '=', id)
    .execute()
}
