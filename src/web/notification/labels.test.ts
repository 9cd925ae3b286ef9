import { expect, test } from 'vitest'
import type { TargetType } from '#contract/notification/notification-types.ts'
import { answerText } from './labels.ts'

test.each<[TargetType, number | null, string | null, boolean, string]>([
  ['WEBHOOK', 200, null, true, 'Answered 200'],
  ['WEBHOOK', 503, null, false, 'Answered 503'],
  ['SLACK', 302, null, false, 'Answered 302: redirects are not followed'],
  ['WEBHOOK', 308, null, false, 'Answered 308: redirects are not followed'],
  ['WEBHOOK', 304, null, false, 'Answered 304'],
  ['WEBHOOK', null, 'It was not reached', false, 'It was not reached'],
  ['WEBHOOK', null, null, false, 'No answer'],
  ['EMAIL', null, null, true, 'Accepted'],
  ['EMAIL', null, 'The mailbox is full', false, 'The mailbox is full'],
])(
  '%s with status %s and error %s, delivered: %s: %s',
  (type, status, error, isDelivered, text) => {
    expect(answerText({ type, status, error, isDelivered })).toBe(text)
  },
)
