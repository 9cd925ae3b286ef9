import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { digestPayload, type Payload } from '#server/notification/dispatch/payload.ts'
import { Links } from '#server/platform/links.ts'
import { renderMail } from './email.ts'
import { slackMessage } from './slack.ts'

const payload = (text: string, url = 'https://cairn.example/x'): Payload => ({
  version: '1.0',
  timestamp: '1800000000',
  org: 'acme',
  environment: text,
  description: text,
  event_type: 'ARTIFACT_STARTED',
  html_url: url,
  reasons: [text, text, text],
  snapshot: { index: '3', status: 'compliant', html_url: url, api_url: url },
  artifact: {
    name: text,
    fingerprint: 'f'.repeat(64),
    status: 'compliant',
    provenance: null,
  },
})

interface Shown {
  text: string
  blocks: {
    type: string
    text?: { text: string }
    fields?: { text: string }[]
    elements?: { url: string }[]
  }[]
}
const shown = (text: string, url?: string) => slackMessage(payload(text, url)) as Shown

it('stays within the limits of Slack, whatever the text is', () => {
  const long = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.constant('&'.repeat(5000)),
  )
  fc.assert(
    fc.property(long, fc.integer({ min: 1, max: 5000 }), (text, length) => {
      const { text: fallback, blocks } = shown(text, `https://x.example/${'y'.repeat(length)}`)
      expect(fallback.length).toBeLessThanOrEqual(3000)
      for (const block of blocks) {
        const most = block.type === 'header' ? 150 : 3000
        expect(block.text?.text.length ?? 0).toBeLessThanOrEqual(most)
        expect(block.fields?.length ?? 0).toBeLessThanOrEqual(10)
        for (const field of block.fields ?? []) expect(field.text.length).toBeLessThanOrEqual(2000)
        for (const { url } of block.elements ?? []) expect(url.length).toBeLessThanOrEqual(3000)
      }
    }),
    { numRuns: 30 },
  )
})

it('says beside each verdict what carries it', () => {
  const { snapshot, artifact, ...rest } = payload('prod')
  const qualifiers = { ...noQualifiers, judged: 1, overridden: 1 }
  const { blocks } = slackMessage({
    ...rest,
    snapshot: snapshot && { ...snapshot, qualifiers: { ...qualifiers, judged: 4 } },
    artifact: artifact && { ...artifact, qualifiers },
  }) as Shown
  const fields = blocks.flatMap((block) => block.fields ?? []).map(({ text }) => text)
  expect(fields).toContain('*Snapshot*\n#3, compliant by override')
  expect(fields).toContain('*Artifact*\nprod, compliant by override')
})

it('makes no links of names', () => {
  const formatted: { type: string; verbatim?: boolean }[] = []
  JSON.stringify(slackMessage(payload('evil.example/x')), (_key, value) => {
    if (value?.type === 'mrkdwn') formatted.push(value)
    return value
  })
  expect(formatted.length).toBeGreaterThan(3)
  expect(formatted.every(({ verbatim }) => verbatim)).toBe(true)
})

it('shows text of users as text', () => {
  const { text, blocks } = shown('<!channel> & <https://evil.example|here>')
  expect(text).toBe('&lt;!channel&gt; &amp; &lt;https://evil.example|here&gt;')
  for (const { text: shownText } of blocks.flatMap(({ fields }) => fields ?? [])) {
    expect(shownText).not.toContain('<')
  }
})

describe('a digest of more events than it lists', () => {
  const scope = { links: new Links('https://cairn.example'), orgName: 'acme' }
  const digest = (name: string) =>
    digestPayload(scope, { number: 1, name: 'daily' }, Array<Payload>(1_500).fill(payload(name)), 0)
  const lastOf = (name: string) =>
    (slackMessage(digest(name)) as Shown).blocks
      .flatMap(({ text }) => text?.text ?? [])
      .findLast((text) => text.startsWith('*What happened*'))

  it('counts in Slack what it does not show, also where lines are too long', () => {
    expect(lastOf('shop')).toMatch(/(\n• shop){10}\n• and 1,490 more$/)
    expect(lastOf('y'.repeat(390))).toMatch(/(\n• y{390}){7}\n• and 1,493 more$/)
  })

  it('counts in a mail what it does not show', () => {
    expect(renderMail(digest('shop'), null).body).toMatch(/(\n- shop){100}\n- and 1,400 more\n/)
  })
})
