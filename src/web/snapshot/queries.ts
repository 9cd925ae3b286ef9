import type { QueryInputOf } from '#contract/common/endpoint.ts'
import {
  getRunningInstances,
  getRunningNow,
  getSnapshotPage,
  listSnapshotSummaries,
  type SnapshotPage,
} from '#contract/snapshot/snapshot-page.ts'
import { canDeploy } from '#contract/verdict/verdict.ts'
import { askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import { type TimeSearch, timesNow } from '#web/table/time-range.ts'

/** Parameters of the list of snapshots: with a relative range, and from an instant. */
type SnapshotListSearch = Partial<
  Omit<QueryInputOf<typeof listSnapshotSummaries>, keyof TimeSearch>
> &
  TimeSearch & { at?: string; ignored?: unknown }

/** Query for a list of snapshots, as of now. */
export function snapshotQueryOf(search: SnapshotListSearch) {
  const { at: _, ...query } = queryOf(search)
  return timesNow(query)
}

/** A page of an environment's snapshots, newest first. */
export function snapshotListQuery(org: string, env: string, search: SnapshotListSearch) {
  const { at: _, ...asked } = queryOf(search)
  const params = { org, env_name: env }
  return askedQuery(listSnapshotSummaries, params, asked, () => timesNow(asked))
}

/** The newest snapshot, as its address and the API say it. */
export const newest = { word: 'latest', expression: '-1' }

/** One snapshot: its number, `latest`, or any expression of the API. */
export function snapshotQuery(org: string, env: string, snapshot: string) {
  const snapshot_expression = snapshot === newest.word ? newest.expression : snapshot
  return endpointQuery(getSnapshotPage, { org, env_name: env, snapshot_expression })
}

/** Snapshots of more artifacts are evaluated anew only where somebody asks. */
const maxEvaluated = 200

/** Whether a snapshot is of the past, and may have another verdict now than was recorded. */
const isPast = ({ to, type, running_count }: SnapshotPage) =>
  to !== null && type !== 'logical' && running_count > 0

/** Whether it is for its reader to ask what the verdict of a snapshot would be now. */
export const isForReader = (snapshot: SnapshotPage): boolean =>
  isPast(snapshot) && snapshot.running_count > maxEvaluated

/**
 * Verdict that a past snapshot would get now. The one in force is evaluated anew whenever something
 * changes, and a logical environment by its members.
 */
export const evaluatedNowQuery = (org: string, env: string, snapshot: SnapshotPage) => ({
  ...endpointQuery(
    canDeploy,
    { org },
    { environment: [env], snapshot: `${env}#${snapshot.index}` },
  ),
  enabled: isPast(snapshot) && !isForReader(snapshot),
})

/** Artifacts of the last report; of them what fails a control. */
export function runningQuery(org: string, env: string, failing_control?: string) {
  return endpointQuery(getRunningNow, { org, env_name: env }, { failing_control })
}

/** Where the instances of an artifact ran in a snapshot. */
export function instancesQuery(
  org: string,
  env: string,
  index: number,
  artifact: QueryInputOf<typeof getRunningInstances>,
) {
  const params = { org, env_name: env, snapshot_expression: String(index) }
  return endpointQuery(getRunningInstances, params, artifact)
}

/** The snapshot in force at a moment, as an expression of the API: to the second, in UTC. */
export const atMoment = (at: number) => `@{${new Date(at * 1_000).toISOString().slice(0, 19)}}`
