import type { ResponseOf } from '#contract/common/endpoint.ts'
import { getExceptionReview } from '#contract/exception/exception-review.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** The review of exceptions of this quarter. */
export const reviewQuery = (org: string) => endpointQuery(getExceptionReview, { org })

export type Review = ResponseOf<typeof getExceptionReview>
export type OpenException = Review['open'][number]

/** Tells exceptions of all kinds apart. */
export const exceptionKey = (one: { kind: string; exception_id: string }) =>
  `${one.kind}:${one.exception_id}`
