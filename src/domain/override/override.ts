import { daySeconds } from '#domain/common/days.ts'
import { isSameCommit, type ReportedArtifact } from '#domain/trail/artifact-evidence.ts'
import { byAge } from '#domain/trail/attestation-slots.ts'

/** Subject of evidence: its trail, an artifact, or a template name at a commit. */
export type Subject =
  | { kind: 'trail' }
  | { kind: 'artifact'; fingerprint: string }
  | { kind: 'target'; name: string; commit: string }

/** An attestation of a trail with the fields that overriding uses; ids are time-ordered text. */
export interface NamedRecord {
  id: string
  type: string
  is_compliant: boolean
  is_override: boolean
  subjects: readonly Subject[]
}

type Artifact = Pick<ReportedArtifact, 'fingerprint' | 'template_reference_name' | 'git_commit'>

/** Returns whether evidence for a template name at a commit applies to that artifact. */
export const isAdvanceFor = (
  { name, commit }: { name: string; commit: string },
  artifact: Artifact,
) => artifact.template_reference_name === name && isSameCommit(commit, artifact.git_commit)

/** Returns whether two subjects overlap, given the reported artifacts. */
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

/** Returns whether an override's subjects cover a subject completely. */
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

/** A report to which an override applies. */
export interface Overridden {
  id: string
  type: string
  is_compliant: boolean
  /** Whether the override covers all subjects of the report. */
  is_whole: boolean
}

/**
 * Finds the reports to which an override applies, newest first: for each of its subjects the newest
 * report, whether or not it was overridden before.
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

/** An attestation that may have ended; only overrides end. */
export interface EndingRecord {
  id: string
  is_compliant: boolean
  has_ended: boolean
}

/** Returns the attestation in effect of one name and subject: the newest that has not ended. */
export function recordInEffect<Row extends EndingRecord>(records: readonly Row[]): Row | null {
  return records
    .filter((record) => !record.has_ended)
    .reduce<Row | null>(
      (newest, record) => (newest && byAge(newest.id, record.id) > 0 ? newest : record),
      null,
    )
}

/** Returns the attestation in effect on an artifact, of those on it and those made in advance for it. */
export function recordInEffectOn<Row extends EndingRecord & Pick<NamedRecord, 'subjects'>>(
  artifact: Artifact,
  records: readonly Row[],
): Row | null {
  const subject: Subject = { kind: 'artifact', fingerprint: artifact.fingerprint }
  return recordInEffect(
    records.filter(({ subjects }) => subjects.some((one) => meet(one, subject, [artifact]))),
  )
}

/** Returns why an override flips nothing; null if it does. `isSame`: its verdict counts already. */
export function standstillOf(flips: { count: number }, isSame: boolean) {
  if (flips.count > 0) return null
  return isSame ? ('same_verdict' as const) : ('others_decide' as const)
}

/** Returns the kind of an override's end: withdrawn by its author, or restored by another. */
export const endKindOf = (override: { created_by_id: string | null }, by: { userId: string }) =>
  override.created_by_id === by.userId ? ('withdrawn' as const) : ('restored' as const)

/** Seconds before its expiry from which an override is `expiring`: a week. */
export const weekSeconds = 7 * daySeconds

/** An override with what has to be said of it in few words. */
export interface BriefOverride {
  /** Name of the evidence. */
  name: string
  flow_name: string
  trail_name: string
  by: string
  /** Unix seconds; null for never. */
  expires_at: number | null
}

/** At most so many overrides are named. */
const maxNamed = 2

/** "27 Nov 2026", UTC. */
const dayText = (at: number) => new Date(at * 1_000).toUTCString().slice(5, 16)

const overrideText = ({ name, flow_name, trail_name, by, expires_at }: BriefOverride) =>
  `${name} of ${flow_name}/${trail_name}, ${by} ${expires_at === null ? 'without end' : `until ${dayText(expires_at)}`}`

/**
 * Returns what overrides are about, by whom and until when: "scan of shop/build-7, jonas until 27
 * Nov 2026"; the first two of several. '' for none.
 */
export function overridesText(overrides: readonly BriefOverride[]): string {
  const named = overrides.slice(0, maxNamed).map(overrideText)
  const more = overrides.length - named.length
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
