import type { Attestation } from '#contract/attestation/attestation.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import { type makeOverrides, previewOverrides } from '#contract/override/bulk-override.ts'
import { bodyQuery } from '#web/api/endpoint-query.ts'
import { type Draft, bodyOf } from '#web/override/form/draft.ts'

export type BulkBody = BodyOf<typeof makeOverrides>

/** Fields of an override that say what it is about. */
const targetFields = [
  'flow_name',
  'trail_name',
  'attestation_name',
  'original_attestation_type',
  'artifact_fingerprint',
  'target_artifacts',
  'git_commit_info',
]

const part = (body: [string, unknown][], isTarget: boolean) =>
  Object.fromEntries(body.filter(([field]) => targetFields.includes(field) === isTarget))

/** Request body of a draft about several attestations: what each is about, and the rest once. */
export function bulkBodyOf(rows: readonly Attestation[], draft: Draft, now: number): BulkBody {
  const bodies = rows.map((row) => {
    const target = {
      flow: row.flow_name,
      trail: row.trail_name,
      name: row.attestation_name,
      fingerprint: row.artifact_fingerprint ?? undefined,
      targets: row.target_artifacts ?? [],
    }
    const of = { type: row.attestation_type, commit: row.git_commit_info?.sha1 ?? null }
    return Object.entries(bodyOf(target, of, draft, now))
  })
  const targets = bodies.map((body) => part(body, true))
  return { ...part(bodies[0] ?? [], false), targets } as BulkBody
}

/** Impact of the overrides of several attestations. */
export function bulkImpactQuery(org: string, rows: readonly Attestation[], draft: Draft) {
  const { verdict, end, date } = draft
  const ids = rows.map((row) => row.attestation_id)
  // By what flips things: another reason flips the same.
  const asked = { ids, verdict, end, date }
  return {
    ...bodyQuery(previewOverrides, { org }, asked, () =>
      bulkBodyOf(rows, { ...draft, reason: 'preview' }, Date.now() / 1_000),
    ),
    enabled: verdict !== null,
    retry: false,
  }
}
