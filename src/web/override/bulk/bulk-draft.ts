import type { Attestation } from '#contract/attestation/attestation.ts'
import type { BodyOf } from '#contract/common/endpoint.ts'
import { plainRefusal } from '#contract/common/plain-reason.ts'
import {
  type OverrideResult,
  type OverridesImpact,
  type makeOverrides,
  previewOverrides,
} from '#contract/override/bulk-override.ts'
import { counted } from '#domain/common/counted.ts'
import { bodyQuery } from '#web/api/endpoint-query.ts'
import { verdictOfState, verdicts } from '#web/domain-ui/verdict.tsx'
import { type Draft, bodyOf } from '#web/override/form/draft.ts'

type BulkBody = BodyOf<typeof makeOverrides>

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

type RowImpact = OverridesImpact['rows'][number]
type Refusal = NonNullable<OverrideResult['error']>

/** Why one of many was refused: the first field that is wrong, else the whole. */
export const refusalText = ({ message, errors }: Refusal) =>
  plainRefusal(Object.values(errors ?? {})[0] ?? message)

/** Flips by one of many beside its own verdict, in words. */
export function rowText({ flips, error }: RowImpact): string {
  if (error) return refusalText(error)
  if (!flips) return ''
  const states = [...flips.trails, ...flips.artifacts].map(({ name, to }) =>
    to === null ? name : `${name} → ${verdicts[verdictOfState[to]].label}`,
  )
  const others = states.length > 0 ? states.join(', ') : 'No trail or artifact flips'
  return flips.needs_approval ? `Takes an approval. ${others}` : others
}

/** Result of all, in a sentence: "3 overridden, 1 awaiting approval, 1 refused". */
export function resultText(results: readonly OverrideResult[]): string {
  const made = results.filter(({ override_id }) => override_id !== null).length
  const requested = results.filter(({ proposal_id }) => proposal_id !== null).length
  const refused = results.length - made - requested
  return [
    `${counted(made, 'attestation')} overridden`,
    ...(requested > 0 ? [`${requested} awaiting approval`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ')
}

/** Change by all of them together: "3 of 12 attestations flip, and so does production". */
export function bulkChangeText(
  rows: readonly { is_compliant: boolean }[],
  verdict: boolean | null,
  impact: OverridesImpact | undefined,
): string {
  if (verdict === null) return 'choose a verdict to see it'
  if (!impact) return 'being worked out'
  const flipping = rows.filter(
    ({ is_compliant }, index) => is_compliant !== verdict && !impact.rows[index]?.error,
  ).length
  const own = `${flipping} of ${counted(rows.length, 'attestation')} ${flipping === 1 ? 'flips' : 'flip'}`
  const names = impact.environments
    .filter(({ from, to }) => from !== to)
    .map(({ name, is_stale: isStale }) => (isStale ? `${name} (when last seen)` : name))
  if (names.length === 0) {
    return `${own}, no environment ${impact.has_more_environments ? 'that was looked at ' : ''}does`
  }
  const more = impact.has_more_environments ? ' and perhaps others' : ''
  return `${own}, and so ${names.length === 1 ? 'does' : 'do'} ${names.join(', ')}${more}`
}
