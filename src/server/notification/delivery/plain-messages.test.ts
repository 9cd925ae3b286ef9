import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noQualifiers, type Qualifiers } from '#contract/verdict/qualifiers.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { HttpClient } from '#server/egress/http-client.ts'
import {
  buildPayload,
  digestPayload,
  type Payload,
  type PayloadEvent,
} from '#server/notification/dispatch/payload.ts'
import { Links } from '#server/platform/links.ts'
import { makeSenders } from './senders/index.ts'

const place = { links: new Links('https://cairn.example'), orgName: 'acme' }
const flip: PayloadEvent = {
  trigger: 'ON_COMPLIANT_ENV',
  environment: 'prod',
  recorded_at: 1_800_000_000,
  snapshot_index: 7,
  snapshot_state: true,
  name: null,
  fingerprint: null,
  was: null,
  now: null,
}
const started: PayloadEvent = {
  ...flip,
  trigger: 'ON_STARTED_ARTIFACT',
  name: 'shop',
  fingerprint: 'f'.repeat(64),
  was: 0,
  now: 1,
}

/** Messages about an environment, an artifact and both in a digest, whose verdicts this carries. */
function payloadsOf(qualifiers: Qualifiers): Payload[] {
  const verdict = { compliant: true, qualifiers, reasons: [], explained: 0 }
  const both = [
    buildPayload(place, { ...flip, qualifiers }, null, null),
    buildPayload(place, { ...started, qualifiers }, null, verdict),
  ]
  return [...both, digestPayload(place, { number: 4, name: 'rule' }, both, flip.recorded_at)]
}

const senders = Object.values(makeSenders(new HttpClient([]), null))

/** Every line of a message that speaks of a verdict, to each type of target. */
function linesOf(payload: Payload): string[] {
  const texts = [payload.description, ...payload.reasons]
  for (const { render } of senders) {
    const { subject, body, html } = render(payload, null)
    texts.push(subject ?? '', (html ?? '').replaceAll(/<[^>]+>/g, '\n'))
    if (html !== null) texts.push(body)
    else
      JSON.parse(body, (name, value: unknown) => {
        // A payload says it in fields: the verdict here, its qualifiers beside it.
        if (typeof value === 'string' && name !== 'status') texts.push(value)
        return value
      })
  }
  const lines = texts.flatMap((text) => text.split('\n'))
  return lines.filter((line) => /\bcompliant\b/.test(line))
}

it('no line of a message calls plainly compliant what something beside fresh evidence carries', () => {
  const count = fc.nat({ max: 2 })
  const carried = fc.record({
    judged: fc.integer({ min: 0, max: 4 }),
    expired: fc.subarray(['junit', 'custom:pen-test']),
    overridden: count,
    allow_listed: count,
    exempt: count,
    not_asked: count,
  })
  const plain = payloadsOf({ ...noQualifiers, judged: 1 }).map((one) => new Set(linesOf(one)))
  for (const lines of plain) expect(lines.size).toBeGreaterThan(0)
  fc.assert(
    fc.property(carried, (qualifiers) => {
      const isQualified = !isPlain({ verdict: 'compliant', qualifiers })
      for (const [index, payload] of payloadsOf(qualifiers).entries()) {
        for (const line of linesOf(payload)) {
          expect([line, plain[index]!.has(line)]).toEqual([line, !isQualified])
        }
        const said = [payload, ...(payload.events ?? [])].flatMap(({ snapshot, artifact }) => [
          snapshot?.qualifiers,
          artifact?.qualifiers,
        ])
        for (const one of said) if (one) expect(one).toEqual(qualifiers)
      }
    }),
  )
})
