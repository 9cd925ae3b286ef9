import { expect, test } from 'vitest'
import { laidOut, slackLines } from './message.tsx'

const message = (...blocks: object[]) => JSON.stringify({ text: 'fallback', blocks })
const markdown = (text: string) => ({ type: 'mrkdwn', text })

test('reads what people see of a Slack message', () => {
  const body = message(
    { type: 'header', text: { type: 'plain_text', text: 'prod became non-compliant' } },
    { type: 'section', text: markdown('*api* in <https://x.example/1|snapshot 4> &lt;b&gt;') },
    { type: 'divider' },
    { type: 'context', elements: [markdown('one'), markdown('two')] },
    { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Why' } }] },
  )
  expect(slackLines(body)).toEqual([
    { kind: 'heading', text: 'prod became non-compliant' },
    { kind: 'text', text: 'api in snapshot 4 <b>' },
    { kind: 'remark', text: 'one · two' },
    { kind: 'remark', text: 'Why' },
  ])
})

test.each(['', 'no json', '1', 'null', '{}', '{"blocks":7}', '{"blocks":"x"}'])(
  'takes %j for no Slack message',
  (body) => expect(slackLines(body)).toBeNull(),
)

test.each([
  [null],
  [[]],
  [{ type: 'section', text: 4 }],
  [{ type: 'context', elements: 'x' }],
  [{}],
])('lives with the block %j', (block) =>
  expect(slackLines(JSON.stringify({ blocks: [block] }))).toEqual([]),
)

test('sets JSON out, and leaves other text alone', () => {
  expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(laidOut('not json')).toBe('not json')
})
