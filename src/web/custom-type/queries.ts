import type { BodyOf } from '#contract/common/endpoint.ts'
import {
  getCustomType,
  listCustomTypeSummaries,
  tryCustomType,
} from '#contract/custom-type/custom-type.ts'
import { bodyQuery, endpointQuery, versionedQuery } from '#web/api/endpoint-query.ts'
/** All custom attestation types. */
export const customTypesQuery = (org: string) => endpointQuery(listCustomTypeSummaries, { org })

/** A custom attestation type with all its versions, and the state that they were read in. */
export const customTypeQuery = (org: string, type_name: string) =>
  versionedQuery(getCustomType, { org, type_name })

/** The service's check of a draft, and of a sample. */
export const tryQuery = (org: string, body: BodyOf<typeof tryCustomType>) =>
  bodyQuery(tryCustomType, { org }, body, () => body)
