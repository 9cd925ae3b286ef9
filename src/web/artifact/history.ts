import type { Artifact } from '#contract/artifact/artifact.ts'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { isOverrideText } from '#domain/artifact/history-text.ts'

/** Event in the history of an artifact; `snapshot` is the one that shows it. */
export interface HistoryEntry {
  /** Unix seconds. */
  at: number
  text: string
  snapshot: { environment: string; index: number } | null
}

/**
 * History of an artifact, newest first: its report, overrides, where it started, exited, was
 * put on the allow-list and taken off it. What else was reported of it stands in its evidence.
 */
export function historyOf(
  artifact: Pick<Artifact, 'created_at' | 'history'>,
  environments: readonly EnvironmentOfArtifact[],
): HistoryEntry[] {
  const overrides = artifact.history
    .filter(({ event }) => isOverrideText(event))
    .map(({ event, timestamp }) => ({ at: timestamp, text: event, snapshot: null }))
  const reported = { at: artifact.created_at, text: 'Reported', snapshot: null }
  return [reported, ...overrides, ...environments.flatMap(entriesAt)].sort((a, b) => b.at - a.at)
}

function entriesAt({
  environment_name: environment,
  periods,
  verdicts,
}: EnvironmentOfArtifact): HistoryEntry[] {
  const entry = (at: number, verb: string, index: number): HistoryEntry => ({
    at,
    text: verb,
    snapshot: { environment, index },
  })
  const runs = periods.flatMap(({ started_at, started_index, exited_at, exited_index }) => [
    entry(started_at, 'Started in', started_index),
    ...(exited_at === null || exited_index === null
      ? []
      : [entry(exited_at, 'Exited from', exited_index)]),
  ])
  const allowances = verdicts.flatMap(({ is_allowed, evaluated_at, from_index }, at) => {
    if (is_allowed === (verdicts[at - 1]?.is_allowed ?? false)) return []
    const verb = is_allowed ? 'Allow-listed in' : 'No longer allow-listed in'
    return [entry(evaluated_at, verb, from_index)]
  })
  return [...runs, ...allowances]
}
