import { type PairedEvents, pairEvents } from '#domain/event/pair-events.ts'
import { addTo } from '#domain/trail/artifact-evidence.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listProvenance, type ProvenanceRow } from '#server/evaluation/provenance-queries.ts'
import { listEventsOfSnapshots, type SnapshotEventRow } from './queries.ts'

/** Events of one snapshot that are looked at; one with more is told by its counts. */
const maxPaired = 200

/** A snapshot of a physical environment. */
interface SnapshotKey {
  environment_id: string
  index: number
  /** Its state, where it differs from the one before. */
  flippedTo?: boolean | null
}

/** An event of a snapshot, with the flows that built the artifact, the first to know it first. */
export type BuiltEvent = SnapshotEventRow & { flows: ProvenanceRow[] }

const keyOf = ({ environment_id, index }: SnapshotKey) => `${environment_id} ${index}`

/**
 * Reads what changed in some snapshots: an exit and the start that took its place are one change.
 * Of a snapshot with more than 200 events, or without any, there is nothing.
 */
export async function readChanges(org: OrgDatabase, snapshots: readonly SnapshotKey[]) {
  const rows = await listEventsOfSnapshots(org, snapshots, maxPaired + 1)
  const fingerprints = [...new Set(rows.map(({ fingerprint }) => fingerprint))].filter(Boolean)
  const flowsOf = new Map<string, ProvenanceRow[]>()
  for (const record of await listProvenance(org, fingerprints)) {
    addTo(flowsOf, record.fingerprint, record)
  }
  for (const flows of flowsOf.values()) {
    flows.sort((a, b) => a.first_reported_at - b.first_reported_at)
  }
  const eventsOf = new Map<string, BuiltEvent[]>()
  for (const row of rows) {
    const snapshot = { environment_id: row.environment_id, index: row.snapshot_index }
    addTo(eventsOf, keyOf(snapshot), { ...row, flows: flowsOf.get(row.fingerprint) ?? [] })
  }
  const changes = new Map<string, PairedEvents<BuiltEvent>[]>()
  for (const snapshot of snapshots) {
    const events = eventsOf.get(keyOf(snapshot)) ?? []
    const known = events.length > maxPaired ? [] : pairEvents(events, snapshot.flippedTo)
    changes.set(keyOf(snapshot), known)
  }
  return {
    /** The changes of a snapshot; what made it flip comes first. */
    of: (snapshot: SnapshotKey) => changes.get(keyOf(snapshot)) ?? [],
    /** Event that made a snapshot flip; of more than 200 events the first that fits. */
    causeOf(snapshot: SnapshotKey): BuiltEvent | undefined {
      const events = eventsOf.get(keyOf(snapshot)) ?? []
      const fits = ({ type, compliant }: BuiltEvent) =>
        type !== 'exited' && compliant === snapshot.flippedTo
      return changes.get(keyOf(snapshot))?.[0]?.event ?? events.find(fits) ?? events[0]
    },
  }
}
