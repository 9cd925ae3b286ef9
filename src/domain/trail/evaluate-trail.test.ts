import { describe, expect, it, test } from 'vitest'
import { countSlots, evaluateArtifactAlone, evaluateTrail } from './evaluate-trail.ts'
import { artifactOf, factsOf, fingerprintOf, show, showEntries } from './trail-notation.ts'

function rows(title: string, cases: [name: string, given: string, gives: string][]): void {
  describe(title, () => {
    test.each(cases)('%s', (_name, given, gives) => {
      expect(show(evaluateTrail(factsOf(given)))).toBe(gives)
    })
  })
}

rows('1: only the newest record of a name in its scope counts', [
  ['the newest is the better', 'a <- 3 a, 1 !a', 'COMPLIANT: a 3'],
  ['the newest is the worse', 'a <- 3 !a, 5 !a, 4 a', 'NON-COMPLIANT: !a 5'],
  [
    'the trail and an artifact are two scopes',
    'unit app(unit) <- 1 !unit, 2 unit on 5, #5 app',
    'NON-COMPLIANT: !unit 1 | app #5 NON-COMPLIANT: unit 2',
  ],
  [
    'two artifacts are two scopes',
    'app(unit) web(unit) <- 1 !unit on 5, 2 unit on 6, #5 app, #6 web',
    'NON-COMPLIANT: | app #5 NON-COMPLIANT: !unit 1 | web #6 COMPLIANT: unit 2',
  ],
])

rows('2: a template says what must be there', [
  [
    'everything is',
    'pr lint app(unit scan) <- 1 pr, 2 lint, 3 unit on 5, 4 scan on 5, #5 app',
    'COMPLIANT: pr 1, lint 2 | app #5 COMPLIANT: unit 3, scan 4',
  ],
  ['nothing is', 'pr app(unit) <-', 'INCOMPLETE: -pr | app MISSING: -unit'],
  ['an attestation of the trail is missing', 'a b <- 1 b', 'INCOMPLETE: -a, b 1'],
  ['an artifact is missing', 'app() <-', 'INCOMPLETE: | app MISSING:'],
  [
    'an attestation of an artifact is missing',
    'app(unit scan) <- 1 scan on 5, #5 app',
    'INCOMPLETE: | app #5 INCOMPLETE: -unit, scan 1',
  ],
  ['non-compliant wins over incomplete', 'a b <- 1 !a', 'NON-COMPLIANT: !a 1, -b'],
  [
    'non-compliant wins over an artifact that is missing',
    'a app() <- 1 !a',
    'NON-COMPLIANT: !a 1 | app MISSING:',
  ],
  ['entries are in template order, not by time', 'b a <- 1 a, 2 b', 'COMPLIANT: b 2, a 1'],
  [
    'artifacts too',
    'web() app() <- #5 app, #6 web',
    'COMPLIANT: | web #6 COMPLIANT: | app #5 COMPLIANT:',
  ],
])

rows('3: what the template does not have counts too', [
  ['after the others, by time', 'm <- 4 a, 3 z, 5 m', 'COMPLIANT: m 5, ?z 3, ?a 4'],
  ['by the time of the newest record', '<- 1 b, 2 a, 3 b', 'COMPLIANT: ?a 2, ?b 3'],
  ['non-compliant', 'a <- 1 a, 2 !x', 'NON-COMPLIANT: a 1, ?!x 2'],
  [
    'on an artifact',
    'app(unit) <- 1 unit on 5, 2 !x on 5, #5 app',
    'NON-COMPLIANT: | app #5 NON-COMPLIANT: unit 1, ?!x 2',
  ],
  [
    'on an unexpected artifact',
    'a <- 1 a, 2 !x on 5, #5 web',
    'NON-COMPLIANT: a 1 | ?web #5 NON-COMPLIANT: ?!x 2',
  ],
  ['an unexpected artifact lacks nothing', '<- #5 web', 'COMPLIANT: | ?web #5 COMPLIANT:'],
  ['keyed by fingerprint without a name', '<- #5 -', 'COMPLIANT: | ?5 #5 COMPLIANT:'],
  ['artifacts by time', '<- #6 a, #5 b', 'COMPLIANT: | ?b #5 COMPLIANT: | ?a #6 COMPLIANT:'],
  [
    'template artifacts come first',
    'app() <- #5 web, #6 app',
    'COMPLIANT: | app #6 COMPLIANT: | ?web #5 COMPLIANT:',
  ],
])

rows('4: an empty template', [
  ['nothing reported', '<-', 'COMPLIANT:'],
  ['compliant', '<- 1 a', 'COMPLIANT: ?a 1'],
  ['non-compliant', '<- 1 a, 2 !b', 'NON-COMPLIANT: ?a 1, ?!b 2'],
])

rows('5: an artifact', [
  ['that was not reported has its slots', 'app(unit) <-', 'INCOMPLETE: | app MISSING: -unit'],
  [
    'counts what is missing on the trail',
    'pr app(unit) <- 1 unit on 5, #5 app',
    'INCOMPLETE: -pr | app #5 INCOMPLETE: unit 1',
  ],
  [
    'counts what failed on the trail, expected',
    'pr app() <- 1 !pr, #5 app',
    'NON-COMPLIANT: !pr 1 | app #5 NON-COMPLIANT:',
  ],
  [
    'counts what failed on the trail, unexpected',
    'app() <- 1 !x, #5 app',
    'NON-COMPLIANT: ?!x 1 | app #5 NON-COMPLIANT:',
  ],
  [
    'does not count its neighbour',
    'app() web(unit) <- 1 !unit on 6, #5 app, #6 web',
    'NON-COMPLIANT: | app #5 COMPLIANT: | web #6 NON-COMPLIANT: !unit 1',
  ],
  [
    'is non-compliant rather than incomplete',
    'app(unit scan) <- 1 !unit on 5, #5 app',
    'NON-COMPLIANT: | app #5 NON-COMPLIANT: !unit 1, -scan',
  ],
])

rows('6: a slot takes its type', [
  ['* any', 'a:* b:* <- 1 a:custom:x, 2 b:system:decision', 'COMPLIANT: a 1, b 2'],
  ['decision a decision', 'a:decision <- 1 a:system:decision', 'COMPLIANT: a 1'],
  ['decision nothing else', 'a:decision <- 1 a:generic', 'INCOMPLETE: -a, ?a 1'],
  ['custom:x that type', 'a:custom:x <- 1 a:custom:x', 'COMPLIANT: a 1'],
  ['custom:x no other', 'a:custom:x <- 1 a:custom:y', 'INCOMPLETE: -a, ?a 1'],
  ['junit only junit', 'a:junit <- 1 a:snyk', 'INCOMPLETE: -a, ?a 1'],
  ['a misfit counts if non-compliant', 'a:junit <- 1 !a:snyk', 'NON-COMPLIANT: -a, ?!a 1'],
  ['a newer misfit empties it', 'a:junit <- 1 a:junit, 2 a:snyk', 'INCOMPLETE: -a, ?a 2'],
  [
    'on an artifact',
    'app(a:junit) <- 1 a:snyk on 5, #5 app',
    'INCOMPLETE: | app #5 INCOMPLETE: -a, ?a 1',
  ],
])

rows('7: made for a template name and commit', [
  [
    'before the artifact came',
    'app(unit) <- 1 unit for app at 1, #5 app at 1',
    'COMPLIANT: | app #5 COMPLIANT: unit 1',
  ],
  [
    'after it came',
    'app(unit) <- 6 unit for app at 1, #5 app at 1',
    'COMPLIANT: | app #5 COMPLIANT: unit 6',
  ],
  [
    'a short sha of five',
    'app(unit) <- 1 unit for app at 11111, #5 app at 1',
    'COMPLIANT: | app #5 COMPLIANT: unit 1',
  ],
  [
    'a short sha on the artifact',
    'app(unit) <- 1 unit for app at 1, #5 app at 1111111',
    'COMPLIANT: | app #5 COMPLIANT: unit 1',
  ],
  [
    'no sha of four',
    'app(unit) <- 1 unit for app at 1111, #5 app at 1',
    'INCOMPLETE: | app #5 INCOMPLETE: -unit | ?app@1111 MISSING: ?unit 1',
  ],
  [
    'no empty sha',
    'app(unit) <- 1 unit for app at -, #5 app at -',
    'INCOMPLETE: | app #5 INCOMPLETE: -unit | ?app@ MISSING: ?unit 1',
  ],
  [
    'the newest, whether made for it or on it',
    'app(unit) <- 7 !unit for app at 1, 6 unit on 5, #5 app at 1',
    'NON-COMPLIANT: | app #5 NON-COMPLIANT: !unit 7',
  ],
  [
    'another name does not get it',
    'app(unit) web(unit) <- 1 unit for app at 1, #5 app at 1, #6 web at 1',
    'INCOMPLETE: | app #5 COMPLIANT: unit 1 | web #6 INCOMPLETE: -unit',
  ],
  [
    'an unexpected artifact gets it',
    '<- 1 !unit for web at 1, #5 web at 1',
    'NON-COMPLIANT: | ?web #5 NON-COMPLIANT: ?!unit 1',
  ],
  [
    'a fingerprint takes precedence over the name',
    'app() web() <- 1 !unit on 5 for web at 1, #5 app at 1, #6 web at 1',
    'NON-COMPLIANT: | app #5 NON-COMPLIANT: ?!unit 1 | web #6 COMPLIANT:',
  ],
])

rows('8: two artifacts under one name', [
  [
    'the newest fills the slot',
    'app(unit) <- 1 unit on 6, #6 app, #5 app',
    'COMPLIANT: | app #6 COMPLIANT: unit 1',
  ],
  [
    'evidence of the older one counts no more, however new',
    'app(unit) <- 8 !unit on 5, 9 !x for app at 2, 7 unit on 6, #6 app at 1, #5 app at 2',
    'COMPLIANT: | app #6 COMPLIANT: unit 7',
  ],
  [
    'both get what was made for their name and commit',
    'app(unit) <- 1 unit for app at 1, #5 app at 1, #6 app at 1',
    'COMPLIANT: | app #6 COMPLIANT: unit 1',
  ],
  [
    'unexpected ones likewise',
    '<- 1 !unit on 5, #5 web, #6 web',
    'COMPLIANT: | ?web #6 COMPLIANT:',
  ],
  [
    'nameless ones are apart',
    '<- 1 !unit on 5, #5 -, #6 -',
    'NON-COMPLIANT: | ?5 #5 NON-COMPLIANT: ?!unit 1 | ?6 #6 COMPLIANT:',
  ],
  [
    'one fingerprint under two names has its evidence under both',
    '<- 1 !unit on 5, #5 app =5, #6 web =5',
    'NON-COMPLIANT: | ?app #5 NON-COMPLIANT: ?!unit 1 | ?web #6 NON-COMPLIANT: ?!unit 1',
  ],
])

describe('the shape of the answer', () => {
  const facts = factsOf('d:decision app(unit:*) <- 1 unit:junit on 5, #5 app')
  const status = evaluateTrail({
    ...facts,
    attestations: facts.attestations.map((it) => ({ ...it, overridden_attestation_id: 'id-0' })),
  })

  it('of a trail', () => {
    expect(status).toMatchObject({ status: 'INCOMPLETE', is_compliant: false })
    expect(status).toMatchObject({ evaluated_at: 7.5, flow_template_id: 'template-1' })
  })

  it('of a missing attestation: the type of its slot', () => {
    expect(status.attestations_statuses).toEqual([
      {
        attestation_name: 'd',
        attestation_type: 'decision',
        attestation_id: null,
        overridden_attestation_id: null,
        status: 'MISSING',
        is_compliant: null,
        unexpected: false,
      },
    ])
  })

  it('of an artifact and an attestation: the type that was reported', () => {
    expect(status.artifacts_statuses.app).toEqual({
      artifact_fingerprint: fingerprintOf('5'),
      artifact_id: 'id-5',
      status: 'INCOMPLETE',
      is_compliant: false,
      unexpected: false,
      evaluated_at: 7.5,
      flow_template_id: 'template-1',
      attestations_statuses: [
        {
          attestation_name: 'unit',
          attestation_type: 'junit',
          attestation_id: 'id-1',
          overridden_attestation_id: 'id-0',
          status: 'COMPLETE',
          is_compliant: true,
          unexpected: false,
        },
      ],
    })
  })

  it('of an artifact that was not reported', () => {
    expect(evaluateTrail(factsOf('app() <-')).artifacts_statuses.app).toMatchObject({
      artifact_fingerprint: null,
      artifact_id: null,
      status: 'MISSING',
      is_compliant: false,
    })
  })
})

describe('one artifact by itself', () => {
  test.each([
    ['without any evidence', '<-', 'COMPLIANT:'],
    ['its own', '<- 1 a on 5, 2 !b on 5', 'NON-COMPLIANT: ?a 1, ?!b 2'],
    ['the newest of a name', '<- 2 a on 5, 1 !a on 5', 'COMPLIANT: ?a 2'],
    ["nobody else's", '<- 1 !a, 2 !a on 6, 3 !a for app at 1', 'COMPLIANT:'],
    ['not the slots of a trail', 'pr app(unit) <-', 'COMPLIANT:'],
    ['the slots of every artifact', '*(unit:*) <-', 'INCOMPLETE: -unit'],
    ['those filled', '*(unit:*) <- 1 unit:junit on 5', 'COMPLIANT: unit 1'],
  ])('%s', (_name, given, gives) => {
    const status = evaluateArtifactAlone({ ...factsOf(given), artifact: artifactOf('#5 -') })
    expect(`${status.status}: ${showEntries(status.attestations_statuses)}`.trim()).toBe(gives)
  })
})

describe('numbers for a list row', () => {
  test.each([
    ['an empty template', '<- 1 a, #5 app', { present: 0, expected: 0 }],
    ['nothing there', 'pr app(unit scan) <-', { present: 0, expected: 3 }],
    [
      'some there, failed or not; unexpected ones aside',
      'pr app(unit scan) <- 1 !pr, 2 x, 3 unit on 5, 4 x on 5, #5 app',
      { present: 2, expected: 3 },
    ],
    ['a misfit leaves its slot missing', 'a:junit <- 1 a', { present: 0, expected: 1 }],
    [
      'names of a legacy flow, for each artifact',
      '*(unit) <- 1 unit on 5, #5 a, #6 b',
      { present: 1, expected: 2 },
    ],
  ])('%s', (_name, given, counts) => {
    expect(countSlots(evaluateTrail(factsOf(given)))).toEqual(counts)
  })
})
