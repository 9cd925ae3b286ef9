import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { call } from '../api/call.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { bulkBodyOf } from './bulk-draft.ts'
import type { Draft } from './draft.ts'

/** What the overrides of several attestations would flip; nothing is kept for long. */
export function bulkImpactQuery(org: string, rows: readonly Attestation[], draft: Draft) {
  const { verdict, end, date } = draft
  const ids = rows.map((row) => row.attestation_id)
  return queryOptions({
    // By what flips things: another reason flips the same.
    queryKey: ['previewOverrides', { org }, { ids, verdict, end, date }] as const,
    queryFn: ({ signal }) => {
      const body = bulkBodyOf(rows, { ...draft, reason: 'preview' }, Date.now() / 1_000)
      return retryAfterSignIn(() => call('previewOverrides', { params: { org }, body, signal }))
    },
    enabled: verdict !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  })
}
