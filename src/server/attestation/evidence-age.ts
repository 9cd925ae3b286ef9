import { expiryInstants } from '#domain/verdict/evidence-age.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import type { Filters, RecordedUntil } from './filter-queries.ts'

/** Matches no evidence: nothing has this type. */
const none: RecordedUntil = { type: '', until: 0 }

/** Returns filters with what `evidence_age` asks for now, by the organization's settings. */
export async function withAges<F extends Filters>(
  { org, clock }: Pick<OrgContext, 'org' | 'clock'>,
  filters: F,
): Promise<F> {
  if (filters.evidence_age == null) return filters
  const types = expiryInstants(await evidenceLimits(org, clock()))
  const isOfOverrides = filters.record_type === 'override'
  return { ...filters, recorded: isOfOverrides || types.length === 0 ? [none] : types }
}
