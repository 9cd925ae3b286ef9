import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { barrier, type Step, type StepSequence } from './step.ts'
import { day, hour, type Span, startAt } from './calendar.ts'
import { reporters } from './company.ts'
import { allowed, reviewed } from './policies.ts'

/** Who has to approve overrides, and a review of what is excepted. */
export const exceptionSteps = (span: Span): StepSequence[] =>
  [approvalRule(span), ...reviewed.map((review, number) => reviewOf(review, number, span))].map(
    (step) => barrier('exceptions', step),
  )

/** From the time on that models are governed, a second person approves what excuses them. */
const approvalRule = (span: Span): Step => ({
  at: startAt(span, 0.8),
  by: reporters.security,
  method: 'PUT',
  path: '/cairn/{org}/settings/overrides',
  json: { ...settingDefaults.overrides, approval: 'tagged', approval_tags: ['team:risk'] },
})

/** By who did not make them, on the last days: the review is that of the quarter. */
function reviewOf(
  { kind, name, reason, ends }: (typeof reviewed)[number],
  number: number,
  { end }: Span,
): Step {
  const expires = allowed.find((entry) => entry.name === name)?.expires
  return {
    at: end - 20 * hour + number,
    by: reporters.release,
    method: 'POST',
    path: '/cairn/{org}/exceptions/review',
    json: {
      kind,
      exception_id: '{found}',
      outcome: ends ? 'shortened' : 'kept',
      ...(ends && { expires_at: end + ends * day }),
      reason,
      seen: { expires_at: expires ? end + expires : null, reviewed_at: null },
    },
    found: {
      path: `/cairn/{org}/exceptions?kind=${kind}&state=active&state=expiring&per_page=100`,
      where: { name },
      field: 'exception_id',
    },
  }
}
