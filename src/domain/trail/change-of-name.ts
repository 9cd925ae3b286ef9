import type { TemplateSlot } from '#contract/template/template.ts'
import type {
  AttestationStatus,
  ComplianceStatus,
  TrailState,
} from '#contract/verdict/compliance-status.ts'
import { overridesOfTrail } from '#domain/verdict/qualifiers.ts'
import { countPresent, fillSlots, type ReportedAttestation } from './attestation-slots.ts'
import { countSlots, type TrailFacts } from './evaluate-trail.ts'

/** Stored fields of a trail beside its entries. */
export interface TrailFigures {
  state: TrailState
  artifact_count: number
  present_count: number
  expected_count: number
  /** Overrides that carry the state. */
  override_count: number
}

/** Returns what is stored of a trail beside its entries, by its status and what that follows from. */
export function figuresOf(
  status: ComplianceStatus,
  { artifacts }: Pick<TrailFacts, 'artifacts'>,
): TrailFigures {
  const { present, expected } = countSlots(status)
  return {
    state: status.status,
    artifact_count: new Set(artifacts.map(({ fingerprint }) => fingerprint)).size,
    present_count: present,
    expected_count: expected,
    override_count: overridesOfTrail(status).length,
  }
}

/** A report on a trail itself, or on one of its artifacts: the slots there, and what it replaces. */
interface ChangeOfName {
  slots: readonly TemplateSlot[]
  before: ReportedAttestation | undefined
  after: ReportedAttestation
  /**
   * Stored fields of the artifact, which fills its slot: no other has its fingerprint, and nothing of
   * that name was made in advance.
   */
  artifact: { state: TrailState | null; override_ids: readonly string[] } | null
}

const count = (entries: readonly AttestationStatus[]) => ({
  failing: entries.filter(({ is_compliant }) => is_compliant === false).length,
  missing: entries.filter(({ status }) => status === 'MISSING').length,
  present: countPresent(entries),
})

/**
 * Returns the entries of the name of a report, and how many more are present, if all else that is
 * known of the trail and its artifacts stays but for the time; null where that takes all entries to
 * tell. Slots are filled by name: no other entry depends on the report.
 */
export function entriesIfStateStays(
  trail: TrailFigures,
  { slots, before, after, artifact }: ChangeOfName,
): { entries: AttestationStatus[]; present: number } | null {
  if (before?.is_override || after.is_override) return null
  const named = slots.filter(({ name }) => name === after.attestation_name)
  const entries = fillSlots(named, [after])
  const [then, now] = [count(fillSlots(named, before ? [before] : [])), count(entries)]
  const failing = now.failing - then.failing
  const missing = now.missing - then.missing
  return (failing === 0 && missing === 0) || isLasting({ trail, artifact }, failing, missing)
    ? { entries, present: now.present - then.present }
    : null
}

/** Returns whether the state and its overrides are the same with more or fewer entries of a kind. */
function isLasting(
  { trail, artifact }: { trail: TrailFigures; artifact: ChangeOfName['artifact'] },
  failing: number,
  missing: number,
): boolean {
  // With more of them, overrides alone would no longer be what fails.
  const isFailing = ({ state }: { state: TrailState | null }, overrides: number) =>
    state === 'NON-COMPLIANT' && (failing === 0 || (failing > 0 && overrides === 0))
  const isTrailFailing = isFailing(trail, trail.override_count)
  if (artifact) return isTrailFailing && isFailing(artifact, artifact.override_ids.length)
  // The state of an artifact is that of its own entries and those of the trail.
  if (trail.artifact_count > 0) return false
  if (trail.state === 'NON-COMPLIANT') return isTrailFailing
  const isMissing = trail.expected_count - trail.present_count + missing > 0
  return trail.state === 'INCOMPLETE' && failing === 0 && isMissing
}
