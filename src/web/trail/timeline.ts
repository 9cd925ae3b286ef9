import type { TrailEvent } from '#contract/trail-event.ts'
import type { Trail } from '#contract/trail.ts'
import { type Verdict, verdictOf } from '../ui/verdict-mark.tsx'
import type { SlotGroup } from './slots.ts'

/** Something that happened: with a verdict if it was evidence. */
export interface Moment {
  key: string
  at: number
  label: string
  verdict: Verdict | null
  attestationId: string | null
}

/** A line of the timeline: the trail's own, or an artifact's. */
export interface Lane {
  name: string
  moments: Moment[]
  /** Names of slots that nothing has filled. */
  missing: string[]
}

/** Moments in lanes, oldest first; events keep the service's order within the same instant. */
export function lanesOf(trail: Trail, groups: readonly SlotGroup[]): Lane[] {
  const lanes = new Map<string, Lane>()
  const lane = (name: string): Lane => {
    const known = lanes.get(name)
    if (known) return known
    const made: Lane = { name, moments: [], missing: [] }
    lanes.set(name, made)
    return made
  }
  lane(trailLane)
  for (const { artifact, slots } of groups) {
    const own = lane(artifact?.name ?? trailLane)
    if (artifact && !artifact.fingerprint) own.missing.push(artifact.name)
    own.missing.push(...slots.filter((slot) => slot.verdict === 'missing').map((slot) => slot.name))
  }
  trail.events.forEach((event, index) => {
    lane(laneOf(event)).moments.push({
      key: String(index),
      at: event.timestamp,
      ...describe(event),
    })
  })
  return [...lanes.values()]
}

/** Name of the trail's own lane. */
export const trailLane = 'Trail'

function laneOf(event: TrailEvent): string {
  switch (event.type) {
    case 'artifact_creation_reported':
      return event.template_reference_name
    case 'artifact_attestation_reported':
      return event.target_artifact || event.artifact_name
    case 'trail_attestation_for_artifact_reported':
      return event.target_artifact
    case 'trail_reported':
    case 'trail_updated':
    case 'trail_attestation_reported':
      return trailLane
  }
}

function describe(event: TrailEvent): Omit<Moment, 'key' | 'at'> {
  const plain = { verdict: null, attestationId: null }
  switch (event.type) {
    case 'trail_reported':
      return { label: 'Trail begun', ...plain }
    case 'trail_updated':
      return { label: `Trail updated: ${event.changes.join(', ')}`, ...plain }
    case 'artifact_creation_reported':
      return { label: `${event.artifact_name} reported`, ...plain }
    case 'trail_attestation_reported':
    case 'trail_attestation_for_artifact_reported':
    case 'artifact_attestation_reported':
      return {
        label: event.template_reference_name,
        verdict: verdictOf(event.is_compliant),
        attestationId: event.attestation_id,
      }
  }
}
