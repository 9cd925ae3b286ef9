import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { longName, maybe, ok, timestamp } from '#contract/common/fields.ts'
import { overrideReason } from '#contract/override/override.ts'
import { exceptionKinds, registeredException, reviewOutcomes } from './exception.ts'

/** Maximum number of exceptions that a review shows. */
export const maxReviewed = 500

/** Kinds of exceptions that are reviewed; a snooze carries no verdict. */
export const reviewedKinds = exceptionKinds.filter((kind) => kind !== 'snooze')

const path = '/cairn/{org}/exceptions/review'

export const getExceptionReview = endpoint({
  name: 'getExceptionReview',
  method: 'GET',
  path,
  access: 'reader',
  response: z.object({
    /** The quarter, UTC: "Q4 2026", and when it begins and ends. */
    quarter: z.object({ name: z.string(), from: timestamp, to: timestamp }),
    /** Decisions of the quarter, newest first: the last one on each exception. */
    decided: z.array(
      z.object({
        kind: z.enum(exceptionKinds),
        exception_id: z.string(),
        name: z.string(),
        place: z.string(),
        outcome: z.enum(reviewOutcomes),
        reason: z.string(),
        at: timestamp,
        by: z.string(),
      }),
    ),
    /** Exceptions in force without a decision in the quarter, in the order of the register. */
    open: z.array(
      z.extend(registeredException, {
        /** Why the caller cannot review it; null if they can. */
        review_refusal: z.nullable(z.string()),
      }),
    ),
    /** Number of all open ones: at most 500 are listed. */
    open_count: z.int(),
  }),
})

export const reviewException = endpoint({
  name: 'reviewException',
  method: 'POST',
  path,
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({
      kind: z.enum(reviewedKinds as ['override', 'allow_list', 'policy']),
      exception_id: longName,
      outcome: z.enum(reviewOutcomes),
      /** The new end of what is shortened: in the future and before the present one. */
      expires_at: maybe(timestamp),
      reason: overrideReason,
      /** End and last review that the reviewer saw; others meanwhile are 409. */
      seen: z.object({
        expires_at: z.nullable(timestamp),
        reviewed_at: z.nullable(timestamp),
      }),
    }),
  },
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const exceptionReviewTexts = {
  getExceptionReview: {
    summary: 'Read the review of exceptions of this quarter: what is decided, and what is open',
    description:
      'Returns the decisions of the current quarter (UTC), and the overrides, entries of allow-lists and exceptions of policies in force that nobody has decided about in it. Up to 500 open ones are listed.',
  },
  reviewException: {
    summary: 'Review an exception: it is kept, shortened or ended, with a reason',
    description:
      'Records the decision and carries it out. Nobody reviews what they made themselves, and no service account reviews anything: 403, as is the end of an override to non-compliant where the reviewer may not approve one. An exception that has ended, has another end or was reviewed since `seen` is 409. An exception of a policy can only be kept: it ends with a new version of the policy.',
  },
} satisfies EndpointTexts
