import {
  type ReportChange,
  startedType,
  verdictChangeType,
} from '#domain/snapshot/compare-reports.ts'
import type { ReportedRunning } from '#domain/snapshot/reported-artifacts.ts'
import type { EnvironmentVerdicts } from '#server/evaluation/environment-verdicts.ts'
import type { NamedArtifact } from '#server/evaluation/policy-input.ts'
import type { NewEvent } from './append-queries.ts'
import type { RunningNow } from './running-queries.ts'

type Change = ReportChange<RunningNow>

const moved = ({ name, fingerprint }: NamedArtifact, was: number, now: number) => ({
  name,
  fingerprint,
  was,
  now,
})

/** Numbers of instances of each artifact before and now. */
export function movesOf({ started, exited, scaled }: Change) {
  return {
    started: started.map((one) => moved(one, 0, one.instance_count)),
    exited: exited.map((one) => moved(one, one.count, 0)),
    scaled: scaled.map(({ before, after }) => moved(after, before.count, after.instance_count)),
  }
}

/** Events of a report; scale changes included. */
export function eventsOf(
  change: Change,
  snapshot_index: number,
  {
    state,
    changes,
    compliant,
  }: Pick<EnvironmentVerdicts<ReportedRunning>, 'state' | 'changes' | 'compliant'>,
): NewEvent[] {
  const at = ({ name, fingerprint }: NamedArtifact) => ({
    name,
    fingerprint,
    snapshot_index,
    compliant: compliant({ name, fingerprint }),
    snapshot_state: state,
    cause: null,
  })
  const started = new Set(change.started)
  return [
    ...change.started.map((running) => ({
      type: startedType(compliant(running)),
      was: 0,
      now: running.instance_count,
      ...at(running),
    })),
    ...change.exited.map((running) => ({
      type: 'exited' as const,
      was: running.count,
      now: 0,
      ...at(running),
    })),
    ...change.scaled.map(({ before, after }) => ({
      type: 'scaled' as const,
      was: before.count,
      now: after.instance_count,
      ...at(after),
    })),
    ...changes.flatMap(({ running }) =>
      started.has(running)
        ? []
        : {
            type: verdictChangeType(null),
            was: running.instance_count,
            now: running.instance_count,
            ...at(running),
          },
    ),
  ]
}
