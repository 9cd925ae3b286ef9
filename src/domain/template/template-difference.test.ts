import { expect, test } from 'vitest'
import { describeDifference, templateDifference } from './template-difference.ts'
import { emptyTemplate, parseTemplate, templateOfNames } from './parse-template.ts'
import { firstSlotOf, slotsOf } from './template-slots.ts'

const template = (trail: string[], artifacts: Record<string, string[]> = {}) => {
  const slots = (list: string[]) => list.map((one) => `{ name: ${one.replace(':', ", type: '")}' }`)
  const text = [
    'trail:',
    `  attestations: [${slots(trail).join(', ')}]`,
    '  artifacts:',
    ...Object.entries(artifacts).map(
      ([name, list]) => `    - { name: ${name}, attestations: [${slots(list).join(', ')}] }`,
    ),
    ...(Object.keys(artifacts).length === 0 ? ['    []'] : []),
  ].join('\n')
  const parsed = parseTemplate(text)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  return parsed.template
}
const review = 'review:generic'
const tests = 'tests:junit'

test.each([
  ['the same', template([review]), template([review]), 'Expects the same.'],
  [
    'another order',
    template([review, 'scan:snyk'], { a: [tests], b: [] }),
    template(['scan:snyk', review], { b: [], a: [tests] }),
    'Expects the same.',
  ],
  ['a slot of the trail', template([]), template([review]), 'Adds review to the trail.'],
  [
    'slots of an artifact',
    template([], { api: [tests] }),
    template([], { api: [tests, 'scan:snyk', 'gate:sonar'] }),
    'Adds scan and gate to api.',
  ],
  [
    'a slot that moves',
    template([review], { api: [] }),
    template([], { api: [review] }),
    'Adds review to api; removes review from the trail.',
  ],
  [
    'an artifact with what it needs',
    template([]),
    template([], { api: [tests, review, 'scan:snyk'], web: [] }),
    'Adds the artifact api with tests, review and scan; adds the artifact web.',
  ],
  [
    'a removed artifact',
    template([review], { api: [tests] }),
    template([]),
    'Removes the artifact api with tests; removes review from the trail.',
  ],
  [
    'another type',
    template(['check:generic'], { api: ['scan:snyk'] }),
    template(['check:junit'], { api: ['scan:*'] }),
    'Expects junit instead of generic as check of the trail; expects any type instead of snyk as scan of api.',
  ],
  [
    'the same in several places',
    template([], { api: [tests], web: [tests], docs: [] }),
    template([review], { api: ['tests:*', 'scan:snyk'], web: ['tests:*', 'scan:snyk'], docs: [] }),
    'Adds review to the trail; adds scan to api and web; expects any type instead of junit as tests of api and web.',
  ],
  [
    'a list of names that becomes a template',
    templateOfNames(['artifact', 'tests']),
    template([review]),
    'Adds review to the trail; removes tests from every artifact.',
  ],
  ['nothing any more', template([review]), emptyTemplate, 'Removes review from the trail.'],
])('%s', (_, before, after, sentence) => {
  expect(describeDifference(templateDifference(before, after))).toBe(sentence)
})

test('slots with their places', () => {
  const expected = template([review], { api: [tests, review] })
  expect(slotsOf(expected)).toEqual([
    { name: 'review', type: 'generic', artifact: null },
    { name: 'tests', type: 'junit', artifact: 'api' },
    { name: 'review', type: 'generic', artifact: 'api' },
  ])
  expect(firstSlotOf(template([], { api: [tests] }))?.artifact).toBe('api')
  expect(firstSlotOf(templateOfNames(['tests']))).toBeUndefined()
})
