import type { VerdictCause } from '#contract/verdict-cause.ts'
import type { Statement } from '../database/org-database.ts'
import type { MarkKind } from '../snapshot/dirty-queries.ts'
import type { Write } from './write.ts'

/** What a write changed of what verdicts rest on; one of them. */
type Touched =
  | { fingerprint: string }
  | { trail_id: string }
  | { flow_id: string }
  | { policy_id: string }
  | { environment_id: string; snapshot_index: number }

function kindOf(touched: Touched): MarkKind {
  if ('fingerprint' in touched) return 'fingerprint'
  if ('trail_id' in touched) return 'trail'
  if ('flow_id' in touched) return 'flow'
  return 'policy_id' in touched ? 'policy' : 'environment'
}

/** Why a verdict may change; by whom and when is the write's. */
export type Cause = Omit<VerdictCause, 'by' | 'by_id' | 'at'>

/** The cause with the author and the instant of a write. */
export function causedBy({ actor, at }: Pick<Write, 'actor' | 'at'>, cause: Cause): VerdictCause {
  return { ...cause, by: actor.name, by_id: actor.userId, at }
}

/**
 * What leaves a mark that verdicts may have changed, to be run in the transaction of the write
 * itself; after its commit the verdicts are worked out (design.md 5).
 */
export function leaveDirty(write: Write, touched: Touched, cause: Cause): Statement {
  const id = write.newId()
  write.dirty.push({ id, kind: kindOf(touched) })
  const nothing = {
    fingerprint: null,
    trail_id: null,
    flow_id: null,
    policy_id: null,
    environment_id: null,
    snapshot_index: null,
  }
  return write.org.insertInto('dirty', {
    id,
    ...nothing,
    ...touched,
    cause: JSON.stringify(causedBy(write, cause)),
  })
}
