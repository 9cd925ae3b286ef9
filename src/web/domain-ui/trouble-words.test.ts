import { expect, it } from 'vitest'
import { failingWords, missingWords } from './trouble-words.ts'

const slot = (name: string, type = 'snyk') => ({ name, type, attestationId: `of-${name}` })
const found = new Map([
  ['of-scan', { summary: '1 high' }],
  ['of-tests', { summary: null }],
  ['of-sign', { summary: 'Image is signed' }],
])

it.each([
  ['scan: 1 high', [slot('scan')]],
  ['scan: 1 high, and 1 more fails', [slot('scan'), slot('tests')]],
  ['scan: 1 high, and 2 more fail', [slot('scan'), slot('tests'), slot('lint')]],
  ['tests is non-compliant', [slot('tests')]],
  ['lint and 1 more are non-compliant', [slot('lint'), slot('scan')]],
  ['sign is non-compliant', [slot('sign', 'generic')]],
  [null, []],
])('says %s', (words, failing) => {
  expect(failingWords(failing, found)).toBe(words)
})

it.each([
  [null, []],
  ['scan is missing', ['scan']],
  ['scan and 2 more are missing', ['scan', 'sbom', 'tests']],
])('says %s of what is absent', (words, names) => {
  expect(missingWords(names)).toBe(words)
})
