import { expect, test } from 'vitest'
import { type SentenceRule, sentenceOf, textOf } from './rule-sentence.tsx'

const slack = { type: 'SLACK', context: { channel_name: '#releases' } } as const
const webhook = { type: 'WEBHOOK' } as const
const mail = (...email: string[]) => ({ type: 'EMAIL', email }) as const

const rules: [rule: SentenceRule, sentence: string][] = [
  [
    { environments: ['prod'], triggers: ['ON_NON_COMPLIANT_ENV'], targets: [slack] },
    'When prod becomes non-compliant, tell #releases.',
  ],
  [
    {
      environments: ['prod-eu', 'prod-us'],
      triggers: ['ON_COMPLIANT_ENV', 'ON_NON_COMPLIANT_ENV'],
      targets: [slack, webhook, mail('a@acme.example')],
    },
    'When prod-eu or prod-us becomes non-compliant or compliant, tell #releases, 1 webhook and a@acme.example.',
  ],
  [
    {
      environments: ['prod'],
      triggers: ['ON_EXITED_ARTIFACT', 'ON_STARTED_ARTIFACT', 'ON_SCALED_ARTIFACT'],
      targets: [
        { type: 'SLACK' },
        webhook,
        webhook,
        { ...webhook, context: { channel_name: 'Pager' } },
      ],
    },
    'When an artifact starts, stops or is scaled in prod, tell Slack, Pager and 2 webhooks.',
  ],
  [
    {
      environments: ['prod'],
      triggers: ['ON_NON_COMPLIANT_ENV', 'ON_ALLOWED_ARTIFACT'],
      targets: [mail('a@x', 'b@x', 'c@x')],
    },
    'When prod becomes non-compliant, or an artifact is allow-listed there, tell 3 e-mail addresses.',
  ],
  [
    {
      environments: ['a', 'b', 'c', 'd', 'e'],
      kinds: ['any K8S environment'],
      triggers: ['ON_COMPLIANT_ENV'],
      targets: [slack],
    },
    'When a, b, c, 2 others or any K8S environment becomes compliant, tell #releases.',
  ],
  [
    {
      environments: ['prod'],
      triggers: ['ON_NON_COMPLIANT_ENV', 'ON_STARTED_ARTIFACT'],
      targets: [slack],
      digest: 'hourly',
      merge_minutes: 5,
    },
    'When prod becomes non-compliant and stays so for 5 min, or an artifact starts there, tell #releases, gathered each hour.',
  ],
  [
    { environments: [], triggers: [], targets: [] },
    'When something happens in an environment, tell nobody yet.',
  ],
]

test.each(rules)('%#: says what a rule does', (rule, sentence) => {
  expect(textOf(sentenceOf(rule))).toBe(sentence)
})
