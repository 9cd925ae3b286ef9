import { daySeconds } from '#domain/common/days.ts'
import { retainedSince } from '#domain/flow/retention.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listFlowTags } from '#server/flow/queries.ts'
import { findSettings } from '#server/organization/queries.ts'
import { automaticActor } from '#server/platform/actor.ts'
import { findExpired, type RetentionLimit, lockFiles, markRemoved } from './queries.ts'

/** Files that one transaction looks at. */
const batch = 1000

interface RetentionTime {
  at: number
  newId: () => string
}

/**
 * Marks files of evidence that are older than the organization's rules say as removed, with an audit
 * entry that names them; the store loses them when orphans are collected. A setting counts a day
 * after it was changed, so that a mistake can be taken back.
 */
export async function removeExpiredEvidence(org: OrgDatabase, time: RetentionTime): Promise<void> {
  let after: string | null = ''
  while (after !== null) {
    const from: string = after
    after = await org.transaction((tx) => removeBatch(tx, time, from))
  }
}

/** @returns the hash that the next batch goes on behind; null at the end */
async function removeBatch(
  org: OrgDatabase,
  { at, newId }: RetentionTime,
  after: string,
): Promise<string | null> {
  const limits = await limitsOf(org, at)
  if (limits.length === 0) return null
  const { expired, last } = await findExpired(org, limits, after, batch)
  // In a statement of its own: it sees reports that were committed before the lock was there.
  const gone =
    expired.length === 0 ? [] : await markRemoved(org, limits, await lockFiles(org, expired), at)
  if (gone.length > 0)
    await appendAuditEntry(
      { org, at, newId, actor: automaticActor },
      {
        kind: 'evidence_removed',
        subject: { settings: 'retention' },
        body: {
          files: gone.length,
          bytes: gone.reduce((sum, { size }) => sum + size, 0),
          sha256: gone.map(({ sha256 }) => sha256),
        },
      },
    )
  return last
}

/** Returns for how long each flow keeps its evidence, without those that do for ever. */
async function limitsOf(org: OrgDatabase, now: number): Promise<RetentionLimit[]> {
  const { settings, changed_at } = await findSettings(org, 'retention')
  if (changed_at === null || now < changed_at + daySeconds) return []
  return (await listFlowTags(org)).flatMap(({ id, tags }) => {
    const since = retainedSince(settings, tags, now)
    return since === null ? [] : [{ flow_id: id, since }]
  })
}
