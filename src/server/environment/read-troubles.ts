import type { FailingArtifact } from '#contract/environment/failing-artifact.ts'
import {
  environmentFailureCause,
  environmentFailureReasons,
} from '#domain/verdict/failure-reasons.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { readVerdicts } from '#server/evaluation/verdict-queries.ts'
import { listFailing } from './trouble-queries.ts'

type Row = Awaited<ReturnType<typeof listFailing>>[number]
type Verdicts = Awaited<ReturnType<typeof readVerdicts>>

/** The failing artifact with why it fails; an unreadable verdict does not break a list. */
function failingOf({ name, fingerprint, hash }: Row, verdicts: Verdicts): FailingArtifact | null {
  if (name === null || fingerprint === null) return null
  const found = verdicts.get(hash ?? '')
  try {
    const verdict = found && { name, fingerprint, ...found }
    const [reason = null] = verdict ? environmentFailureReasons(verdict) : []
    return { name, fingerprint, reason, cause: verdict ? environmentFailureCause(verdict) : null }
  } catch {
    return { name, fingerprint, reason: null, cause: null }
  }
}

/** The newest flip of each of some environments, and why what failed there first fails. */
export async function readTroubles(org: OrgDatabase, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await listFailing(org, ids)
  const verdicts = await readVerdicts(
    org,
    rows.map(({ hash }) => hash ?? undefined),
  )
  return rows.map((row) => {
    const { id, snapshot_index, cause } = row
    return { id, snapshot_index, cause, failing: failingOf(row, verdicts) }
  })
}
