import type { TrailEvent } from '#contract/trail/trail-event.ts'
import type { StartOrExit } from '#server/database/shared-selects.ts'
import type { TrailRecordRow } from './record-queries.ts'

type Report = Extract<TrailEvent, { type: 'artifact_creation_reported' }>

/**
 * Returns the events of a trail with when its artifacts started and stopped running since they were
 * reported, oldest first.
 */
export function withRunningEvents({
  events,
  moves,
}: Pick<TrailRecordRow, 'events' | 'moves'>): TrailEvent[] {
  const reports = firstReports(events)
  const running = moves.flatMap((move) =>
    reports
      .filter((one) => one.artifact_fingerprint === move.fingerprint && one.timestamp <= move.at)
      .map((report) => runningEvent(report, move)),
  )
  return [...events, ...running].sort((a, b) => a.timestamp - b.timestamp)
}

/** The first report of each artifact under each of its names; later ones update it. */
function firstReports(events: readonly TrailEvent[]): Report[] {
  const reports = new Map<string, Report>()
  for (const event of events) {
    if (event.type !== 'artifact_creation_reported') continue
    const key = `${event.artifact_fingerprint} ${event.template_reference_name}`
    if (!reports.has(key)) reports.set(key, event)
  }
  return [...reports.values()]
}

function runningEvent(
  { org_id, flow_id, trail_id, artifact_fingerprint, template_reference_name }: Report,
  move: StartOrExit,
): TrailEvent {
  const moved = {
    ...{ org_id, flow_id, trail_id, timestamp: move.at },
    ...{ artifact_fingerprint, template_reference_name },
    environment_id: move.id,
    environment_name: move.environment_name,
    snapshot_index: move.index,
  }
  return move.type === 'exited'
    ? { type: 'artifact_stopped_running', ...moved }
    : { type: 'artifact_started_running', ...moved, replica_number: move.instance_count }
}
