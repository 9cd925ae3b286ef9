import { type ReportedArtifact, isSameCommit } from '#domain/trail/artifact-evidence.ts'
import { byAge } from '#domain/trail/attestation-slots.ts'

/** What evidence is about: its trail, an artifact, or a template name at a commit. */
export type Subject =
  | { kind: 'trail' }
  | { kind: 'artifact'; fingerprint: string }
  | { kind: 'target'; name: string; commit: string }

/** An attestation of a trail, as far as overriding looks at it; ids are time-ordered text. */
export interface NamedRecord {
  id: string
  type: string
  is_compliant: boolean
  is_override: boolean
  subjects: readonly Subject[]
}

type Artifact = Pick<ReportedArtifact, 'fingerprint' | 'template_reference_name' | 'git_commit'>

/** Whether evidence for a template name at a commit is about that artifact. */
export const isAdvanceFor = (
  { name, commit }: { name: string; commit: string },
  artifact: Artifact,
) => artifact.template_reference_name === name && isSameCommit(commit, artifact.git_commit)

/** Whether evidence about the one says something of the other too, given what was built. */
function meet(a: Subject, b: Subject, artifacts: readonly Artifact[]): boolean {
  if (a.kind === 'trail' || b.kind === 'trail') return a.kind === b.kind
  if (a.kind === 'artifact' && b.kind === 'artifact') return a.fingerprint === b.fingerprint
  if (a.kind === 'target' && b.kind === 'target') {
    return a.name === b.name && isSameCommit(a.commit, b.commit)
  }
  const [built, target] = a.kind === 'artifact' ? [a, b] : [b, a]
  return artifacts.some(
    (one) =>
      built.kind === 'artifact' &&
      target.kind === 'target' &&
      one.fingerprint === built.fingerprint &&
      isAdvanceFor(target, one),
  )
}

/** Whether an override says of everything that a subject stands for what it says of its own. */
function isCovered(
  subject: Subject,
  by: readonly Subject[],
  artifacts: readonly Artifact[],
): boolean {
  const isMet = by.some((one) => meet(one, subject, artifacts))
  if (
    subject.kind !== 'target' ||
    by.some((one) => one.kind === 'target' && meet(one, subject, artifacts))
  )
    return isMet
  const built = artifacts.filter((one) => isAdvanceFor(subject, one))
  return (
    built.length > 0 &&
    built.every((one) =>
      by.some((it) => it.kind === 'artifact' && it.fingerprint === one.fingerprint),
    )
  )
}

/** A report that an override is about. */
export interface Overridden {
  id: string
  type: string
  is_compliant: boolean
  /** The override says the same of everything that the report is about: it never leaks elsewhere. */
  is_whole: boolean
}

/**
 * The reports that an override is about, newest first: of each of its subjects the newest one of the
 * name, however often it was overridden before.
 */
export function findOverridden(
  subjects: readonly Subject[],
  records: readonly NamedRecord[],
  artifacts: readonly Artifact[],
): Overridden[] {
  const reports = records.filter((record) => !record.is_override).sort((a, b) => byAge(b.id, a.id))
  const found = subjects.map((subject) =>
    reports.find((record) => record.subjects.some((one) => meet(one, subject, artifacts))),
  )
  return reports
    .filter((record) => found.includes(record))
    .map(({ id, type, is_compliant, subjects: own }) => ({
      id,
      type,
      is_compliant,
      is_whole: own.every((one) => isCovered(one, subjects, artifacts)),
    }))
}

/** An attestation that may have ended: only overrides do. */
export interface EndingRecord {
  id: string
  is_compliant: boolean
  has_ended: boolean
}

/** What counts of the records of one name about one subject: the newest that has not ended. */
export function recordInEffect<Row extends EndingRecord>(records: readonly Row[]): Row | null {
  return records
    .filter((record) => !record.has_ended)
    .reduce<Row | null>(
      (newest, record) => (newest && byAge(newest.id, record.id) > 0 ? newest : record),
      null,
    )
}

/** Why an override flips nothing, given whether it says what counts already; null where it flips. */
export function standstillOf(flips: { count: number }, isSame: boolean) {
  if (flips.count > 0) return null
  return isSame ? ('same_verdict' as const) : ('others_decide' as const)
}

/** Whether somebody who ends an override takes back their own, or restores what another changed. */
export const endKindOf = (override: { created_by_id: string }, by: { userId: string }) =>
  override.created_by_id === by.userId ? ('withdrawn' as const) : ('restored' as const)

/** An override whose time is over within a week is expiring. */
export const weekSeconds = 7 * 86_400
