import { linkOf } from '#contract/common/fields.ts'
import type { RegisteredException } from '#contract/exception/exception.ts'
import { exportAnswer, inBatches } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import type { Handlers } from '#server/request/handler.ts'
import { answerOk } from '#server/unit-of-work/unit-of-work.ts'
import { readPage, readRegister } from './read-register.ts'
import { readReview } from './read-review.ts'
import { listPositions } from './page-queries.ts'
import { reviewException } from './review-exception.ts'
import { summarizeExceptions } from './summarize-exceptions.ts'

/** Columns of exceptions as CSV. */
const columns: Columns<RegisteredException> = {
  kind: (one) => one.kind,
  exception_id: (one) => one.exception_id,
  name: (one) => one.name,
  state: (one) => one.state,
  flow_name: (one) => one.flow_name,
  trail_name: (one) => one.trail_name,
  environment_name: (one) => one.environment_name,
  policy_name: (one) => one.policy?.name ?? null,
  policy_version: (one) => one.policy?.version ?? null,
  policy_line: (one) => one.policy?.line ?? null,
  artifact_fingerprint: (one) => one.artifact_fingerprint,
  reason: (one) => one.reason,
  ticket: (one) =>
    Object.values(one.external_urls)
      .flatMap((value) => linkOf(value)?.href ?? [])
      .join(' '),
  created_by: (one) => one.created_by,
  created_at: (one) => isoTime(one.created_at),
  expires_at: (one) => isoTime(one.expires_at),
  ended_at: (one) => isoTime(one.ended_at),
  ended_by: (one) => one.ended_by,
  expires_after_days: (one) => one.expires_after_days,
  approved_by: (one) => one.approved_by,
  reviewed_by: (one) => one.review?.by ?? null,
  reviewed_at: (one) => isoTime(one.review?.at ?? null),
  review_outcome: (one) => one.review?.outcome ?? null,
  relies_now_environments: (one) => one.relies_now?.environments.join(' ') ?? null,
  relies_now_stale_environments: (one) => one.relies_now?.stale_environments.join(' ') ?? null,
  relies_now_artifacts: (one) => one.relies_now?.artifact_count ?? null,
  fails_policies: (one) => one.relies_now?.failing_policies ?? null,
  changed_then_trails: (one) => one.changed_then?.trails ?? null,
  changed_then_artifacts: (one) => one.changed_then?.artifacts ?? null,
  changed_then_environments: (one) => one.changed_then?.environments ?? null,
  flow_archived: (one) => one.flow_archived,
}

export const exceptionHandlers = {
  listExceptions: ({ org, clock }, { query }) => readPage(org, query, clock()),

  async exportExceptions(context, { query }) {
    const { format: _, ...filters } = query
    const { org } = context
    async function* read(asOf: number) {
      const to_timestamp = Math.min(asOf, filters.to_timestamp ?? asOf)
      const found = await listPositions(org, { ...filters, to_timestamp }, asOf)
      const ids = found.map(({ id }) => id)
      for (const some of inBatches(ids)) yield readRegister(org, some, asOf)
    }
    return exportAnswer(context, { list: 'exceptions', query, columns, read })
  },

  summarizeExceptions: ({ org, clock }) => summarizeExceptions(org, clock()),

  getExceptionReview: (context) => readReview(context),

  reviewException: (context, { body }) => answerOk(context, (w) => reviewException(w, body)),
} satisfies Partial<Handlers>
