import type { VerdictCause } from '#contract/verdict-cause.ts'
import { verdictChangeType } from '#domain/snapshot-change.ts'
import { recordWrites } from '../record/queries.ts'
import { appendEvents } from '../snapshot/append-event-queries.ts'
import { insertSnapshot, stateOf, updateState } from '../snapshot/queries.ts'
import { listRunningNow } from '../snapshot/running-queries.ts'
import { haveOtherVerdicts, judgeEnvironment } from './judge-environment.ts'
import { causedBy, type Cause } from './leave-dirty.ts'
import { memberChanged } from './logical-snapshot.ts'
import { instantAfter } from './instant-after.ts'
import { findHappenings, noteHappenings } from './note-happenings.ts'
import type { Write } from './write.ts'

/** Changes of verdicts that a record names: the events have them all. */
const mostRecorded = 100

/** What an evaluation is made with: no caller waits for one in the background. */
export type Evaluation = Pick<Write, 'org' | 'at' | 'newId'>

/** A physical environment, locked. */
export interface Judgeable {
  id: string
  number: string
  name: string
}

/** Why an environment is judged again: for one artifact, or for everything that runs there. */
export interface Mark {
  fingerprint: string | null
  cause: VerdictCause
}

/** Judges a locked environment again for what a write changed there (wire.md 23.5). */
export function evaluateFor(
  write: Write,
  environment: Judgeable,
  mark: { fingerprint: string | null; cause: Cause },
  isCertain = false,
): Promise<void> {
  const marks = [{ ...mark, cause: causedBy(write, mark.cause) }]
  return evaluateAgain(write, environment, marks, isCertain)
}

/**
 * Judges a locked environment again. There is a snapshot where an artifact's verdict or the state
 * changes, or where it is certain; nothing before the first report (wire.md 23.5).
 */
export async function evaluateAgain(
  evaluation: Evaluation,
  environment: Judgeable,
  marks: readonly Mark[],
  isCertain = false,
): Promise<void> {
  const { org } = evaluation
  const wanted = new Set(marks.map((mark) => mark.fingerprint))
  const some = [...wanted].filter((fingerprint) => fingerprint !== null)
  const isPart = !isCertain && !wanted.has(null)
  if (isPart && !(await haveOtherVerdicts(org, environment.id, some))) return
  const before = await stateOf(org, environment.id)
  const running = await listRunningNow(org, environment.id)
  const scope = wanted.has(null) ? null : running.filter((one) => wanted.has(one.fingerprint))
  const judged = await judgeEnvironment(org, {
    environment,
    running,
    scope,
    isCertain,
    state: before.state,
  })
  const { state, changes, isJudged, nonCompliantCount } = judged
  if (before.snapshot_index === 0) {
    if (isJudged === before.is_judged) return
    return org.writeTogether([updateState(org, environment.id, { is_judged: isJudged })])
  }
  if (!isCertain && changes.length === 0 && state === before.state) return
  const now = instantAfter(evaluation, before.last_changed_at ?? 0)
  const index = before.snapshot_index + 1
  const causeOf = (fingerprint: string) =>
    marks.findLast((mark) => mark.fingerprint === null || mark.fingerprint === fingerprint)?.cause
  const cause = newestCause(marks, changes)
  const events = changes.map(({ running: one, compliant }) => {
    const why = causeOf(one.fingerprint) ?? cause
    return {
      type: verdictChangeType(why),
      snapshot_index: index,
      name: one.name,
      fingerprint: one.fingerprint,
      was: one.count,
      now: one.count,
      compliant,
      snapshot_state: state,
      cause: why,
    }
  })
  const happenings = await findHappenings(now, environment.id, {
    before: before.state,
    after: state,
  })
  const actor = { userId: cause.by_id, name: cause.by, keyId: null, address: null }
  await org.writeTogether([
    insertSnapshot(org, {
      environment_id: environment.id,
      index,
      created_at: now.at,
      reported_by_id: cause.by_id,
      reported_by: cause.by,
      state,
      cause,
      running_count: running.length,
      started_count: 0,
      exited_count: 0,
      changed_count: changes.length,
    }),
    ...noteHappenings(now, environment.id, { index, state }, happenings),
    ...appendEvents(now, environment.id, events),
    ...judged.writes(index, now.at),
    updateState(org, environment.id, {
      last_changed_at: now.at,
      snapshot_index: index,
      state,
      is_judged: isJudged,
      non_compliant_count: nonCompliantCount,
      ...(state !== before.state && { state_since: now.at }),
    }),
    ...recordWrites(org, {
      id: now.newId(),
      at: now.at,
      actor,
      kind: 'environment_judged',
      subject: { environment_name: environment.name },
      body: {
        environment_name: environment.name,
        snapshot_index: index,
        state,
        cause,
        changed_count: changes.length,
        changes: changes
          .slice(0, mostRecorded)
          .map(({ running: { name, fingerprint }, compliant }) => ({
            name,
            fingerprint,
            compliant,
          })),
      },
    }),
  ])
  await memberChanged({ ...now, actor }, environment.id, cause)
}

/** The newest cause that an artifact's verdict changed for, else the newest one. */
function newestCause(
  marks: readonly Mark[],
  changes: readonly { running: { fingerprint: string } }[],
): VerdictCause {
  const changed = new Set(changes.map(({ running }) => running.fingerprint))
  const telling = marks.findLast(
    ({ fingerprint }) => fingerprint === null || changed.has(fingerprint),
  )
  const mark = telling ?? marks.at(-1)
  if (!mark) throw new Error('an environment is judged again for a reason')
  return mark.cause
}
