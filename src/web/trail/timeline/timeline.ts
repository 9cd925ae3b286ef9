import type { TrailEvent } from '#contract/trail/trail-event.ts'
import type { Trail } from '#contract/trail/trail.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import { type Verdict, verdictOf } from '#web/domain-ui/verdict.tsx'
import { type SlotGroup, trailKey } from '#web/trail/slots.ts'
import { silencesOf } from './timeline-scale.ts'

type ReportEvent = Exclude<TrailEvent, { environment_id: string }>

/** Reports of a trail; where its artifacts run since then is told elsewhere on the page. */
export const reportsOf = ({ events }: Trail): ReportEvent[] =>
  events.filter((event): event is ReportEvent => !('environment_id' in event))

/** Something that happened: with a verdict if it was evidence. */
export interface Moment {
  key: string
  at: number
  label: string
  verdict: Verdict | null
  attestationId: string | null
  /** Attestation type; null for what is no evidence. */
  type: string | null
  /** Somebody said its verdict in place of what was reported. */
  isOverride: boolean
  /** Evidence from after a silence that takes most of the timeline. */
  isLate: boolean
}

/** Qualifiers of a moment's verdict. */
export const qualifiersOf = ({ isOverride }: Moment) => (isOverride ? byOverrides(1) : undefined)

/** A line of the timeline: the trail's own, or an artifact's. */
export interface Lane {
  /** In the URL. */
  key: string
  name: string
  moments: Moment[]
  /** Unfilled slots; the type of an artifact itself is null. */
  missing: { name: string; type: string | null }[]
}

/** Moments in lanes, oldest first; events keep the service's order within the same instant. */
export function lanesOf(trail: Trail, groups: readonly SlotGroup[]): Lane[] {
  const lanes = new Map<string, Lane>()
  const lane = (key: string, name = key): Lane => {
    const known = lanes.get(key)
    if (known) return known
    const made: Lane = { key, name, moments: [], missing: [] }
    lanes.set(key, made)
    return made
  }
  lane(trailKey, 'Trail')
  for (const { key, artifact, slots } of groups) {
    const own = lane(key, artifact?.name)
    if (artifact && !artifact.fingerprint) own.missing.push({ name: artifact.name, type: null })
    const absent = slots.filter((slot) => slot.verdict === 'missing')
    own.missing.push(...absent.map(({ name, type }) => ({ name, type })))
  }
  const reports = reportsOf(trail)
  const [silence] = silencesOf(reports.map((event) => event.timestamp))
  reports.forEach((event, index) => {
    const what = describe(event)
    lane(laneOf(event)).moments.push({
      key: String(index),
      at: event.timestamp,
      ...what,
      isLate: what.type !== null && silence !== undefined && event.timestamp >= silence.to,
    })
  })
  return [...lanes.values()]
}

/** Lanes and types that a timeline is narrowed to; none is all. */
export interface TimelineFilter {
  lane?: string[] | undefined
  type?: string[] | undefined
}

/** Takes away the lanes, and in them what is of another type, that a filter does not ask for. */
export function narrowLanes(lanes: readonly Lane[], { lane, type }: TimelineFilter): Lane[] {
  const isWanted = (one: { type: string | null }) =>
    !type?.length || (one.type !== null && type.includes(one.type))
  return lanes
    .filter(({ key }) => !lane?.length || lane.includes(key))
    .map((one) => ({
      ...one,
      moments: one.moments.filter(isWanted),
      missing: one.missing.filter(isWanted),
    }))
    .filter(({ moments, missing }) => !type?.length || moments.length + missing.length > 0)
}

/** Attestation types that a timeline has, in their order of appearance. */
export function typesIn(lanes: readonly Lane[]): string[] {
  const types = lanes.flatMap(({ moments, missing }) => [...moments, ...missing])
  return [...new Set(types.flatMap(({ type }) => type ?? []))]
}

function laneOf(event: ReportEvent): string {
  switch (event.type) {
    case 'artifact_creation_reported':
      return event.template_reference_name || event.artifact_fingerprint
    case 'artifact_attestation_reported':
      return event.target_artifact || event.artifact_fingerprint
    case 'trail_attestation_for_artifact_reported':
      return event.target_artifact
    case 'trail_reported':
    case 'trail_updated':
    case 'trail_attestation_reported':
      return trailKey
  }
}

function describe(event: ReportEvent): Omit<Moment, 'key' | 'at' | 'isLate'> {
  const plain = { verdict: null, attestationId: null, type: null, isOverride: false }
  switch (event.type) {
    case 'trail_reported':
      return { label: 'Trail begun', ...plain }
    case 'trail_updated':
      return { label: `Trail updated: ${event.changes.join(', ')}`, ...plain }
    case 'artifact_creation_reported':
      return { label: `${event.artifact_name} reported`, ...plain }
    case 'trail_attestation_reported':
    case 'trail_attestation_for_artifact_reported':
    case 'artifact_attestation_reported': {
      const { template_reference_name: name, ended_override_id: ended, end_kind } = event
      return {
        label: end_kind ? `Override of ${name} ${end_kind}` : name,
        // Where nothing is left, the event names the override itself.
        verdict: ended === event.attestation_id ? null : verdictOf(event.is_compliant),
        attestationId: event.attestation_id,
        type: event.attestation_type,
        isOverride: event.is_override === true,
      }
    }
  }
}
