import type { SnapshotChange } from '#contract/snapshot/snapshot.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { type ReportedRunning, runningKey } from './reported-artifacts.ts'

/** A running artifact of the report before. */
interface RunningBefore {
  name: string
  fingerprint: string
  /** Number of instances in that report, which may have created no snapshot. */
  count: number
}

/** An artifact in both reports. */
export interface UnchangedArtifact<Before> {
  before: Before
  after: ReportedRunning
}

/** Differences of a report from the one before. */
export interface ReportChange<Before> {
  /** Whether the set of names and fingerprints differs: only then a snapshot is created. */
  isNewSet: boolean
  started: ReportedRunning[]
  exited: Before[]
  unchanged: UnchangedArtifact<Before>[]
  /** Artifacts of `unchanged` whose number of instances differs. */
  scaled: UnchangedArtifact<Before>[]
}

/** Compares a report with the artifacts running before. */
export function compareReports<Before extends RunningBefore>(
  before: readonly Before[],
  after: readonly ReportedRunning[],
): ReportChange<Before> {
  const gone = new Map(before.map((running) => [runningKey(running), running]))
  const started: ReportedRunning[] = []
  const unchanged: UnchangedArtifact<Before>[] = []
  for (const running of after) {
    const key = runningKey(running)
    const same = gone.get(key)
    if (same) unchanged.push({ before: same, after: running })
    else started.push(running)
    gone.delete(key)
  }
  const exited = [...gone.values()]
  return {
    isNewSet: started.length > 0 || exited.length > 0,
    started,
    exited,
    unchanged,
    scaled: unchanged.filter(({ before, after }) => before.count !== after.instance_count),
  }
}

/** Returns the change type of a started artifact by its verdict; null is unknown. */
export function startedType(compliant: boolean | null) {
  if (compliant === null) return 'started' satisfies SnapshotChange
  return compliant
    ? ('started-compliant' satisfies SnapshotChange)
    : ('started-non-compliant' satisfies SnapshotChange)
}

/** Returns whether a cause is new evidence. */
function isEvidence(cause: Pick<VerdictCause, 'kind'> | null): boolean {
  const kinds = ['artifact', 'attestation', 'override', 'override_end', 'trail']
  return cause !== null && kinds.includes(cause.kind)
}

/** Returns the change type of an artifact that keeps running with another verdict, by the cause. */
export function verdictChangeType(cause: Pick<VerdictCause, 'kind'> | null) {
  return isEvidence(cause)
    ? ('updated-provenance' satisfies SnapshotChange)
    : ('changed' satisfies SnapshotChange)
}
