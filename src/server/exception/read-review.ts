import type { ResponseOf } from '#contract/common/endpoint.ts'
import {
  type getExceptionReview,
  maxReviewed,
  reviewedKinds,
} from '#contract/exception/exception-review.ts'
import { quarterOf } from '#domain/exception/quarter.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listPositions } from './page-queries.ts'
import { readRegister } from './read-register.ts'
import { readExceptions } from './register-queries.ts'
import { listOwnAccounts, listReviewsSince } from './review-queries.ts'
import { reviewRefusal } from './review-exception.ts'

const filters = {
  kind: [...reviewedKinds],
  state: [...inForceStates],
  sort: 'kind' as const,
}

/** Reads the review of the current quarter, as a caller sees it. */
export async function readReview({
  org,
  clock,
  actor,
}: OrgContext): Promise<ResponseOf<typeof getExceptionReview>> {
  const now = clock()
  const quarter = quarterOf(now)
  const [reviews, positions, own] = await Promise.all([
    listReviewsSince(org, quarter.from),
    listPositions(org, filters, now),
    listOwnAccounts(org, actor.responsibleId),
  ])
  const reviewedAt = new Map(reviews.map((review) => [review.exception_id, review.reviewed_at]))
  // One that was removed and added again is another, made after the review of the first.
  const open = positions
    .filter(({ id, created_at }) => (reviewedAt.get(id) ?? -Infinity) < created_at)
    .map(({ id }) => id)
  const shown = open.slice(0, maxReviewed)
  const [rows, authors] = await Promise.all([
    readRegister(org, shown, now),
    readExceptions(org, shown, now),
  ])
  const authorOf = new Map(authors.map(({ id, created_by_id }) => [id, created_by_id]))
  return {
    quarter,
    decided: reviews.map(({ reviewed_at: at, reviewed_by: by, ...review }) => ({
      kind: review.kind,
      exception_id: review.exception_id,
      name: review.name,
      place: review.place,
      outcome: review.outcome,
      reason: review.reason,
      at,
      by,
    })),
    open: rows.map((row) => ({
      ...row,
      review_refusal:
        reviewRefusal({ created_by_id: authorOf.get(row.exception_id) ?? null }, actor, own)
          ?.message ?? null,
    })),
    open_count: open.length,
  }
}
