import type { QueryOf } from '#contract/common/endpoint.ts'
import type { GitCommitInfo } from '#contract/common/git.ts'
import {
  type RunningArtifact,
  type SnapshotPage,
  maxRuns,
  type RunningNow,
  type getRunningInstances,
  type RunningInstances,
} from '#contract/snapshot/snapshot-page.ts'
import type { VerdictCause } from '#contract/verdict/verdict-history.ts'
import { artifactsInScope } from '#domain/control/control-scope.ts'
import { type RunningFilters, filterRunning } from '#domain/snapshot/filter-running.ts'
import { runningKey } from '#domain/snapshot/reported-artifacts.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOfArtifact } from '#domain/verdict/qualifiers.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { addTo } from '#domain/trail/artifact-evidence.ts'
import { listControlsAt } from '#server/control/queries.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { readReporting } from '#server/environment/load-environment.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import { listProvenance, type ProvenanceRow } from '#server/evaluation/provenance-queries.ts'
import { notFound } from '#server/platform/problem.ts'
import { requireInView } from '#server/request/access.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listFailingNow } from '#server/verdict/queries.ts'
import { listApplied } from './compare-rules.ts'
import { findSnapshotOfPath } from './find-snapshot.ts'
import { summaryOf } from './list-snapshots.ts'
import { membersOfSnapshot } from './member-queries.ts'
import {
  type SnapshotRow,
  stateOf,
  findSnapshot,
  listExceptionRuns,
  listFlipRows,
} from './queries.ts'
import {
  policyNames,
  type ShortRow,
  listRunningBriefIn,
  findLastReport,
  findRunning,
} from './running-queries.ts'
import {
  type EnvironmentEntries,
  verdictOf,
  type SnapshotEntry,
  annotationOf,
  type SnapshotEnvironment,
  entriesOfSnapshot,
} from './snapshot-entries.ts'

/** Characters of a commit message shown in a row. */
const messageLength = 120

type Provenance = RunningArtifact['provenance']

/** Loads short provenance of artifacts by fingerprint, in a fixed number of queries. */
async function provenanceOf(
  org: OrgDatabase,
  fingerprints: readonly string[],
): Promise<Map<string, Provenance>> {
  const known = [...new Set(fingerprints)].filter(Boolean)
  if (known.length === 0) return new Map()
  const records = await listProvenance(org, known)
  const states = await artifactStatesOf(org, records)
  const recordsOf = new Map<string, ProvenanceRow[]>()
  for (const record of records) addTo(recordsOf, record.fingerprint, record)
  return new Map(
    Array.from(recordsOf, ([fingerprint, list]) => {
      const first = list.reduce((a, b) => (b.first_reported_at < a.first_reported_at ? b : a))
      const commit = first.git_commit_info as GitCommitInfo | null
      return [
        fingerprint,
        {
          flow_name: first.flow_name,
          trail_name: first.trail_name,
          artifact_id: first.id,
          state: states.get(first.id) ?? null,
          git_commit: first.git_commit,
          commit_url: first.commit_url,
          commit_author: commit?.author || null,
          commit_message: commit?.message?.split('\n', 1)[0]?.slice(0, messageLength) || null,
          flow_count: list.length,
        },
      ]
    }),
  )
}

/** Reads the short rows of a snapshot, or of the last report, with evidence as old as it was then. */
async function runningArtifacts(
  org: OrgDatabase,
  shown: readonly EnvironmentEntries<Shown>[],
  at: number,
): Promise<RunningArtifact[]> {
  const all = shown.flatMap(({ entries }) => entries)
  const [limits, provenance, policies] = await Promise.all([
    evidenceLimits(org, at),
    provenanceOf(
      org,
      all.map(({ row }) => row.fingerprint),
    ),
    policyNames(
      org,
      all.flatMap((entry) => verdictOf(entry)?.failing_policy_ids ?? []),
    ),
  ])
  return shown.flatMap(({ member, entries, cause }) =>
    entries.map((entry) => ({
      ...runningArtifact(entry, cause, { policies, limits }),
      provenance: provenance.get(entry.row.fingerprint) ?? null,
      ...(member !== null && { environment_name: member }),
    })),
  )
}

type Shown = Pick<
  ShortRow,
  'name' | 'fingerprint' | 'started_at' | 'started_index' | 'instance_count'
>

function runningArtifact(
  entry: SnapshotEntry<Shown>,
  cause: VerdictCause | null,
  { policies, limits }: { policies: ReadonlyMap<string, string>; limits: EvidenceLimits },
): Omit<RunningArtifact, 'provenance'> {
  const { name, fingerprint, started_at, started_index } = entry.row
  const { type, was, now } = annotationOf(entry, cause)
  const recorded = verdictOf(entry)
  const compliant = recorded?.compliant ?? null
  const is_allowed = recorded?.reason === 'allowed'
  const failing_policies = (recorded?.failing_policy_ids ?? []).flatMap(
    (id) => policies.get(id) ?? [],
  )
  const qualifiers = qualifiersOfArtifact(recorded?.carriers ?? null, limits)
  const verdict = { compliant, is_allowed, qualifiers, failing_policies }
  return { name, fingerprint, ...verdict, change: type, was, now, started_at, started_index }
}

/** Reads a snapshot for its page: short, for thousands of artifacts at once. */
export async function readSnapshotPage(
  context: OrgContext,
  environment: SnapshotEnvironment & { name: string },
  snapshot: SnapshotRow,
  filters: RunningFilters,
): Promise<SnapshotPage> {
  const { org, clock } = context
  const { index } = snapshot
  const shown = await entriesOfSnapshot(org, environment, index, listRunningBriefIn)
  const limits = await evidenceLimits(org, clock())
  const [artifacts, state, oldest, flips, exceptions, policies, reporting] = await Promise.all([
    runningArtifacts(org, shown, snapshot.next_at ?? limits.now),
    stateOf(org, environment.id),
    findSnapshot(org, environment.id, 1),
    listFlipRows(org, environment.id, maxRuns),
    listExceptionRuns(org, environment.id, maxRuns),
    listApplied(org, { environment, snapshot }),
    snapshot.next_at === null ? readReporting(context, environment.id) : [],
  ])
  return {
    ...summaryOf(snapshot, limits),
    type: snapshot.type,
    newest_index: state.snapshot_index,
    oldest_at: oldest?.created_at ?? snapshot.created_at,
    verdict_runs: flips.reverse(),
    exceptions: exceptions.reverse(),
    policies: policies.map(({ name, version }) => ({ name, version })),
    artifacts: filterRunning(artifacts, filters),
    reporting,
  }
}

/** Reads what runs by the last report, with the numbers of instances since the snapshot. */
export async function readRunningNow(
  context: OrgContext,
  name: string,
  { failing_control: control, ...filters }: RunningFilters & { failing_control?: string | null },
): Promise<RunningNow> {
  const { org } = context
  const report = await findLastReport(org, { name })
  requireInView(context, 'Environment', name, report)
  const { id, type, snapshot_index: index } = report
  const members = type === 'logical' ? await membersOfSnapshot(org, id, index) : []
  const shown = type === 'logical' ? [] : [entriesNow(report, null)]
  for (const { member_id, name } of members) {
    const own = await findLastReport(org, { id: member_id })
    if (own) shown.push(entriesNow(own, name))
  }
  const wanted = control ? await failingControl(org, shown, control) : shown
  const [artifacts, reporting] = await Promise.all([
    runningArtifacts(org, wanted, context.clock()),
    readReporting(context, id),
  ])
  return { type, index, artifacts: filterRunning(artifacts, filters), reporting }
}

const keyIn = (environmentId: string, one: Parameters<typeof runningKey>[0]) =>
  `${environmentId} ${runningKey(one)}`

/** Leaves what fails a rule for a control, where that applies; nothing for an unknown one. */
async function failingControl(
  org: OrgDatabase,
  shown: readonly EnvironmentEntries<Shown>[],
  identifier: string,
): Promise<EnvironmentEntries<Shown>[]> {
  const [control] = await listControlsAt(org, [identifier])
  if (!control) return []
  const ids = shown.map(({ environmentId }) => environmentId)
  const failing = artifactsInScope(await listFailingNow(org, ids, identifier), control.scope)
  const keys = new Set(failing.map((one) => keyIn(one.environment_id, one)))
  return shown.map(({ entries, ...of }) => ({
    ...of,
    entries: entries.filter(({ row }) => keys.has(keyIn(of.environmentId, row))),
  }))
}

/** Joins what runs by the last report of a physical environment to the verdicts on it. */
function entriesNow(
  { id: environmentId, rows, verdicts }: NonNullable<Awaited<ReturnType<typeof findLastReport>>>,
  member: string | null,
): EnvironmentEntries<Shown> {
  const recorded = new Map(verdicts.map((verdict) => [runningKey(verdict), verdict]))
  const entries = rows.map(({ name, fingerprint, started_index, started_at, count }) => {
    const row = { name, fingerprint, started_index, started_at, instance_count: count }
    const verdict = recorded.get(runningKey(row)) ?? null
    return { before: row, now: row, row, verdicts: { before: verdict, now: verdict } }
  })
  return { environmentId, member, entries, cause: null }
}

/**
 * Reads where the instances of an artifact ran in a snapshot.
 * @throws Problem 404 when the snapshot or the artifact in it is unknown
 */
export async function readInstances(
  context: OrgContext,
  params: { env_name: string; snapshot_expression: string },
  query: QueryOf<typeof getRunningInstances>,
): Promise<RunningInstances> {
  const { env_name, snapshot_expression } = params
  const { environment, snapshot } = await findSnapshotOfPath(context, env_name, snapshot_expression)
  const artifact = { name: query.artifact_name, fingerprint: query.artifact_fingerprint ?? '' }
  const recorded = await recordedIn(context, environment, snapshot.index, query.member ?? null)
  const row = recorded && (await findRunning(context.org, recorded, recorded.index, artifact))
  if (!row) {
    throw notFound(
      `Artifact '${artifact.name}' does not run in snapshot '${env_name}#${snapshot.index}'`,
    )
  }
  const { creationTimestamp: created_at, ...detail } = row.detail
  return { ...artifact, created_at, ...detail }
}

/**
 * Finds the physical environment of a snapshot: itself, or a member with its snapshot shown there.
 */
async function recordedIn(
  { org }: OrgContext,
  { id, number, type }: SnapshotEnvironment,
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
