import type { QueryOf } from '#contract/endpoint.ts'
import {
  type getRunningInstances,
  mostRuns,
  type RunningInstances,
  type RunningNow,
  type SnapshotPage,
} from '#contract/snapshot-page.ts'
import { runningKey } from '#domain/reported-artifacts.ts'
import { narrowRunning, type RunningFilters } from '#domain/narrow-running.ts'
import type { OrgContext } from '../handler.ts'
import { notFound } from '../problem.ts'
import type { SnapshotEntry } from '../snapshot/item.ts'
import { membersOfSnapshot } from '../snapshot/member-queries.ts'
import { findSnapshot, listFlipRows, type SnapshotRow, stateOf } from '../snapshot/queries.ts'
import { findRunning, listRunningNow, listShortlyIn } from '../snapshot/running-queries.ts'
import { listVerdictsNow, type VerdictRow } from '../snapshot/verdict-queries.ts'
import { summaryOf } from './list-snapshots.ts'
import { runningArtifacts } from './running-artifacts.ts'
import { entriesOfSnapshot, type ShownEntries, type SnapshotPlace } from './snapshot-entries.ts'
import { environmentOfPath } from './environment-path.ts'
import { snapshotOfPath } from './snapshot-path.ts'

/** A snapshot as its page shows it: short, for thousands of artifacts at once. */
export async function readSnapshotPage(
  { org, clock }: OrgContext,
  environment: SnapshotPlace,
  snapshot: SnapshotRow,
  filters: RunningFilters,
): Promise<SnapshotPage> {
  const { index } = snapshot
  const shown = await entriesOfSnapshot(org, environment, index, listShortlyIn)
  const [artifacts, state, oldest, flips] = await Promise.all([
    runningArtifacts(org, shown),
    stateOf(org, environment.id),
    findSnapshot(org, environment.id, 1),
    listFlipRows(org, environment.id, mostRuns),
  ])
  return {
    ...summaryOf(snapshot, clock()),
    type: environment.type,
    newest_index: state.snapshot_index,
    oldest_at: oldest?.created_at ?? snapshot.created_at,
    verdict_runs: flips.reverse(),
    artifacts: narrowRunning(artifacts, filters),
  }
}

/** What runs by the last report, with the numbers of instances that made no snapshot. */
export async function readRunningNow(
  context: OrgContext,
  name: string,
  filters: RunningFilters,
): Promise<RunningNow> {
  const { org } = context
  const { id, type } = await environmentOfPath(context, name)
  const { snapshot_index: index } = await stateOf(org, id)
  const places =
    type === 'logical'
      ? (await membersOfSnapshot(org, id, index)).map((one) => ({
          environmentId: one.member_id,
          member: one.name,
        }))
      : [{ environmentId: id, member: null }]
  const shown: ShownEntries<Row>[] = []
  for (const place of places) {
    const [rows, verdicts] = await Promise.all([
      listRunningNow(org, place.environmentId),
      listVerdictsNow(org, place.environmentId),
    ])
    const judged = new Map(verdicts.map((verdict) => [runningKey(verdict), verdict]))
    const entries = rows.map((row) => asRunning(row, judged.get(runningKey(row)) ?? null))
    shown.push({ ...place, entries, cause: null })
  }
  return { type, index, artifacts: narrowRunning(await runningArtifacts(org, shown), filters) }
}

type Row = Awaited<ReturnType<typeof listRunningNow>>[number] & { instance_count: number }

function asRunning(
  { count, ...rest }: Omit<Row, 'instance_count'>,
  verdict: VerdictRow | null,
): SnapshotEntry<Row> {
  const row = { ...rest, count, instance_count: count }
  return { before: row, now: row, row, verdicts: { before: verdict, now: verdict } }
}

/**
 * Where the instances of an artifact ran in a snapshot.
 * @throws Problem 404 when the snapshot or the artifact in it is unknown
 */
export async function readInstances(
  context: OrgContext,
  params: { env_name: string; snapshot_expression: string },
  asked: QueryOf<typeof getRunningInstances>,
): Promise<RunningInstances> {
  const { env_name, snapshot_expression } = params
  const { environment, snapshot } = await snapshotOfPath(context, env_name, snapshot_expression)
  const artifact = { name: asked.artifact_name, fingerprint: asked.artifact_fingerprint ?? '' }
  const place = await placeOf(context, environment, snapshot.index, asked.member ?? null)
  const row = place && (await findRunning(context.org, place, place.index, artifact))
  if (!row) {
    throw notFound(
      `Artifact '${artifact.name}' does not run in snapshot '${env_name}#${snapshot.index}'`,
    )
  }
  const { creationTimestamp: created_at, ...detail } = row.detail
  return { ...artifact, created_at, ...detail }
}

/** The physical environment of a snapshot: itself, or a member with the snapshot shown of it. */
async function placeOf(
  { org }: OrgContext,
  { id, number, type }: SnapshotPlace,
  index: number,
  name: string | null,
) {
  if (type !== 'logical') return { environment_id: id, environment_number: number, index }
  const members = await membersOfSnapshot(org, id, index)
  const member = members.find((one) => one.name === name)
  return (
    member && {
      environment_id: member.member_id,
      environment_number: member.number,
      index: member.member_index,
    }
  )
}
