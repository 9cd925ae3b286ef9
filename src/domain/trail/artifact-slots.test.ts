import { describe, expect, it, test } from 'vitest'
import { evaluateTrail } from './evaluate-trail.ts'
import { factsOf, show } from './trail-notation.ts'

describe('evidence for an artifact that is not on the trail', () => {
  test.each([
    [
      'fills the slot of the artifact, which stays MISSING',
      'app(unit scan) <- 1 unit for app at 1',
      'INCOMPLETE: | app MISSING: unit 1, -scan',
    ],
    [
      'counts if non-compliant',
      'app(unit) <- 1 !unit for app at 1',
      'NON-COMPLIANT: | app MISSING: !unit 1',
    ],
    [
      'may be unexpected there',
      'app() <- 1 !x for app at 1',
      'NON-COMPLIANT: | app MISSING: ?!x 1',
    ],
    [
      'the newest of a name, whatever the commit',
      'app(unit) <- 2 unit for app at 2, 1 !unit for app at 1',
      'INCOMPLETE: | app MISSING: unit 2',
    ],
    [
      'is an unexpected artifact when the template does not have it',
      '<- 1 unit for web at 1',
      'COMPLIANT: | ?web MISSING: ?unit 1',
    ],
    ['and counts there too', '<- 1 !unit for web at 1', 'NON-COMPLIANT: | ?web MISSING: ?!unit 1'],
    [
      'is listed beside the artifact of another commit',
      'app(unit) <- 1 unit on 5, 2 !scan for app at 2, #5 app at 1',
      'NON-COMPLIANT: | app #5 COMPLIANT: unit 1 | ?app@2 MISSING: ?!scan 2',
    ],
    [
      'until a newer record of the name replaces it',
      'app(unit) <- 1 !unit for app at 2, 2 unit for app at 1, #5 app at 1',
      'COMPLIANT: | app #5 COMPLIANT: unit 2',
    ],
    [
      'also without a template',
      '<- 1 !unit for web at 2, #5 web at 1',
      'NON-COMPLIANT: | ?web@2 MISSING: ?!unit 1 | ?web #5 COMPLIANT:',
    ],
    [
      'never replaces what the artifact has',
      'app(unit) <- 1 !unit on 5, 2 unit for app at 2, #5 app at 1',
      'NON-COMPLIANT: | app #5 NON-COMPLIANT: !unit 1 | ?app@2 MISSING: ?unit 2',
    ],
    [
      'is not lost when it has a fingerprint',
      '<- 1 !unit on 5',
      'NON-COMPLIANT: | ?5 MISSING: ?!unit 1',
    ],
    [
      'is sorted by time among the unexpected artifacts',
      '<- 6 a for x at 1, 4 a for y at 1, #5 z',
      'COMPLIANT: | ?y MISSING: ?a 4 | ?z #5 COMPLIANT: | ?x MISSING: ?a 6',
    ],
  ])('%s', (_name, given, gives) => {
    expect(show(evaluateTrail(factsOf(given)))).toBe(gives)
  })
})

describe("a legacy flow's names are slots of every artifact", () => {
  test.each([
    ['none reported', '*(unit:*) <-', 'COMPLIANT:'],
    [
      'each is expected, and expected to have them',
      '*(unit:*) <- 1 unit:junit on 5, #5 app, #6 -',
      'INCOMPLETE: | app #5 COMPLIANT: unit 1 | 6 #6 INCOMPLETE: -unit',
    ],
    [
      'other names are unexpected',
      '*(unit:*) <- 1 unit on 5, 2 !x on 5, #5 app',
      'NON-COMPLIANT: | app #5 NON-COMPLIANT: unit 1, ?!x 2',
    ],
    ['on the trail they are unexpected', '*(unit:*) <- 1 unit', 'COMPLIANT: ?unit 1'],
    [
      'not of one that is only awaited',
      '*(unit:*) <- 1 !x for app at 1',
      'NON-COMPLIANT: | ?app MISSING: ?!x 1',
    ],
    [
      'beside slots of its own, each name once',
      'app(unit) *(unit:* scan:*) <- #5 app',
      'INCOMPLETE: | app #5 INCOMPLETE: -unit, -scan',
    ],
  ])('%s', (_name, given, gives) => {
    expect(show(evaluateTrail(factsOf(given)))).toBe(gives)
  })
})

describe('names', () => {
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '1']

  test.each(odd)('%s is a name like any other', (name) => {
    const status = evaluateTrail(
      factsOf(`<- 1 !${name} for ${name} at 2, 2 ${name}, #5 ${name} at 1`),
    )
    const { artifacts_statuses } = JSON.parse(JSON.stringify(status))
    expect(Object.keys(artifacts_statuses).toSorted()).toEqual([name, `${name}@${'2'.repeat(40)}`])
    expect(Object.getOwnPropertyDescriptor(artifacts_statuses, name)?.value).toMatchObject({
      artifact_id: 'id-5',
    })
    expect(show(status)).toContain(`NON-COMPLIANT: ?${name} 2 | ?`)
  })

  it('that read like a fingerprint hide nothing', () => {
    const print = '5'.repeat(64)
    expect(show(evaluateTrail(factsOf(`<- 1 !x on 5, #5 -, #6 ${print}`)))).toBe(
      'NON-COMPLIANT: | ?5 #5 NON-COMPLIANT: ?!x 1 | ?5+ #6 COMPLIANT:',
    )
  })
})
