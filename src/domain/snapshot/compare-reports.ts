import type { SnapshotChange } from '#contract/snapshot/snapshot.ts'
import type { VerdictCause } from '#contract/verdict/verdict-cause.ts'
import { type ReportedRunning, runningKey } from './reported-artifacts.ts'

/** An artifact that was running by the report before. */
export interface RunningBefore {
  name: string
  fingerprint: string
  /** By that report, which may have made no snapshot. */
  count: number
}

/** An artifact that both reports know. */
export interface UnchangedArtifact<Before> {
  before: Before
  after: ReportedRunning
}

/** What a report says against the one before. */
export interface ReportChange<Before> {
  /** Whether the set of names and fingerprints differs: only that makes a snapshot. */
  isNewSet: boolean
  started: ReportedRunning[]
  exited: Before[]
  kept: UnchangedArtifact<Before>[]
  /** Those of `kept` whose number of instances differs. */
  scaled: UnchangedArtifact<Before>[]
}

/** Compares a report with what was running before. */
export function compareReports<Before extends RunningBefore>(
  before: readonly Before[],
  after: readonly ReportedRunning[],
): ReportChange<Before> {
  const gone = new Map(before.map((running) => [runningKey(running), running]))
  const started: ReportedRunning[] = []
  const kept: UnchangedArtifact<Before>[] = []
  for (const running of after) {
    const key = runningKey(running)
    const same = gone.get(key)
    if (same) kept.push({ before: same, after: running })
    else started.push(running)
    gone.delete(key)
  }
  const exited = [...gone.values()]
  return {
    isNewSet: started.length > 0 || exited.length > 0,
    started,
    exited,
    kept,
    scaled: kept.filter(({ before, after }) => before.count !== after.instance_count),
  }
}

/** What an artifact that starts is called, by its verdict there: null is unknown. */
export function startedType(compliant: boolean | null) {
  if (compliant === null) return 'started' satisfies SnapshotChange
  return compliant
    ? ('started-compliant' satisfies SnapshotChange)
    : ('started-non-compliant' satisfies SnapshotChange)
}

/** Whether a cause is new evidence. */
function isEvidence(cause: Pick<VerdictCause, 'kind'> | null): boolean {
  const kinds = ['artifact', 'attestation', 'override', 'override_end', 'trail']
  return cause !== null && kinds.includes(cause.kind)
}

/** What an artifact that runs on with another verdict is called, by the cause. */
export function verdictChangeType(cause: Pick<VerdictCause, 'kind'> | null) {
  return isEvidence(cause)
    ? ('updated-provenance' satisfies SnapshotChange)
    : ('changed' satisfies SnapshotChange)
}
