import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/common/endpoint.ts'
import {
  getCustomType,
  listCustomTypeSummaries,
  tryCustomType,
} from '#contract/custom-type/custom-type.ts'
import { call } from '#web/api/call.ts'
import { endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'
/** All custom attestation types. */
export const customTypesQuery = (org: string) => endpointQuery(listCustomTypeSummaries, { org })

/** A custom attestation type with all its versions, and the state that they were read in. */
export const customTypeQuery = (org: string, type_name: string) =>
  versionedQuery(getCustomType, { org, type_name })

/** The service's check of a draft, and of a sample; the answer before stays. */
export function tryQuery(org: string, body: BodyOf<typeof tryCustomType>) {
  return queryOptions({
    queryKey: ['tryCustomType', { org }, body] as const,
    queryFn: ({ signal }) => call(tryCustomType, { params: { org }, body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}
