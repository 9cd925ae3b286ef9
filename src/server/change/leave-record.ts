import { appendRecord, type NewRecord } from '../record/queries.ts'
import type { Write } from './write.ts'

/** Leaves the record of what a write has changed: by whom and when is known of the write. */
export function leaveRecord(
  { org, at, actor, newId }: Pick<Write, 'org' | 'at' | 'actor' | 'newId'>,
  change: Omit<NewRecord, 'id' | 'at' | 'actor'>,
): Promise<void> {
  return appendRecord(org, { id: newId(), at, actor, ...change })
}
