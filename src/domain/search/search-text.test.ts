import { expect, it } from 'vitest'
import { hashIn, isHashStart, narrowedTo, readSearchText } from './search-text.ts'

it.each([
  ['', { text: '', kind: null, verdict: null }],
  ['  fraud   scoring ', { text: 'fraud scoring', kind: null, verdict: null }],
  ['env:', { text: '', kind: 'environment', verdict: null }],
  ['ENV: prod', { text: 'prod', kind: 'environment', verdict: null }],
  ['environment:prod', { text: 'prod', kind: 'environment', verdict: null }],
  ['flow:fraud api', { text: 'fraud api', kind: 'flow', verdict: null }],
  ['trail:b377', { text: 'b377', kind: 'trail', verdict: null }],
  ['build:api', { text: 'api', kind: 'artifact', verdict: null }],
  ['policy:pci', { text: 'pci', kind: 'policy', verdict: null }],
  ['control:SDLC-7', { text: 'SDLC-7', kind: 'control', verdict: null }],
  ['person:jonas', { text: 'jonas', kind: 'person', verdict: null }],
  ['@jonas', { text: 'jonas', kind: 'person', verdict: null }],
  ['#8b0ef5a', { text: '8b0ef5a', kind: 'commit', verdict: null }],
  ['type:junit', { text: 'junit', kind: 'type', verdict: null }],
  ['reason:RISK-702', { text: 'RISK-702', kind: 'reason', verdict: null }],
  ['tag:team:payments', { text: 'team:payments', kind: 'tag', verdict: null }],
  ['is:non-compliant', { text: '', kind: null, verdict: 'NON-COMPLIANT' }],
  ['is:n env: eu', { text: 'eu', kind: 'environment', verdict: 'NON-COMPLIANT' }],
  ['is:compliant flow:api', { text: 'api', kind: 'flow', verdict: 'COMPLIANT' }],
  ['is:Incomplete', { text: '', kind: null, verdict: 'INCOMPLETE' }],
  ['is: api', { text: 'api', kind: null, verdict: null }],
  ['is:happy', { text: 'is:happy', kind: null, verdict: null }],
  ['env:eu flow:api', { text: 'eu api', kind: 'flow', verdict: null }],
  ['team:payments', { text: 'team:payments', kind: null, verdict: null }],
  ['sha256:8b0ef5a', { text: 'sha256:8b0ef5a', kind: null, verdict: null }],
  ['jonas@example.com', { text: 'jonas@example.com', kind: null, verdict: null }],
])('%j is %j', (typed, read) => {
  expect(readSearchText(typed)).toEqual(read)
})

it.each([
  ['fraud', 'environment', 'env:fraud'],
  ['flow:fraud', 'person', '@fraud'],
  ['is:n fraud', 'trail', 'is:non-compliant trail:fraud'],
  ['env:fraud', null, 'fraud'],
  ['', 'flow', 'flow:'],
] as const)('%j narrowed to %s is %j', (typed, kind, expected) => {
  expect(narrowedTo(typed, kind)).toBe(expected)
})

it.each([
  [' ABCDE ', true],
  ['sha256:0123456789abcdef', true],
  ['abcd', true],
  ['abc', false],
  ['main', false],
  ['a'.repeat(65), false],
])('%j can be the beginning of a hash: %s', (text, expected) => {
  expect(isHashStart(text)).toBe(expected)
  if (expected) expect(hashIn(text)).toMatch(/^[0-9a-f]+$/)
})
