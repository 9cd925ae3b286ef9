import type { GitCommitInfo } from '#contract/commit-info.ts'
import type { RunningArtifact } from '#contract/snapshot-page.ts'
import type { VerdictCause } from '#contract/verdict-cause.ts'
import { addTo } from '#domain/artifact-evidence.ts'
import { listProvenance, type ProvenanceRow } from '../artifact/provenance-queries.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { policyNames } from '../policy/queries.ts'
import { annotationOf, type SnapshotEntry, verdictOf } from '../snapshot/item.ts'
import type { ShortRow } from '../snapshot/running-queries.ts'
import { artifactStatesOf } from './artifact-state.ts'
import type { ShownEntries } from './snapshot-entries.ts'

/** Letters of a commit's message that a row has room for. */
const messageLength = 120

type Provenance = RunningArtifact['provenance']

/** What the flows know of artifacts, shortly, by fingerprint; in a fixed number of queries. */
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

/** The short rows of what a snapshot shows, or of what runs by the last report. */
export async function runningArtifacts(
  org: OrgDatabase,
  shown: readonly ShownEntries<Shown>[],
): Promise<RunningArtifact[]> {
  const all = shown.flatMap(({ entries }) => entries)
  const [provenance, policies] = await Promise.all([
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
      ...runningArtifact(entry, cause, policies),
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
  policies: ReadonlyMap<string, string>,
): Omit<RunningArtifact, 'provenance'> {
  const { name, fingerprint, started_at, started_index } = entry.row
  const { type, was, now } = annotationOf(entry, cause)
  const judged = verdictOf(entry)
  const compliant = judged?.compliant ?? null
  const is_allowed = judged?.reason === 'allowed'
  const failing_policies = (judged?.failing_policy_ids ?? []).flatMap(
    (id) => policies.get(id) ?? [],
  )
  const verdict = { compliant, is_allowed, failing_policies }
  return { name, fingerprint, ...verdict, change: type, was, now, started_at, started_index }
}
