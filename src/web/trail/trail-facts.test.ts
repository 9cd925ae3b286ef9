import { expect, it } from 'vitest'
import type { Trail } from '#contract/trail/trail.ts'
import { ownDescription } from './trail-facts.tsx'

const link = { href: 'https://jira.example/RISK-7' }
const of = (description: string, message: string | null, external_urls = {}) =>
  ({ description, external_urls, git_commit_info: message === null ? null : { message } }) as Trail

it.each([
  ['', of('Explain a score', 'Explain a score\n\nAt length')],
  ['', of('RISK-7: Explain a score', 'Explain a score', { 'RISK-7': link })],
  ['RISK-7: Explain a score', of('RISK-7: Explain a score', 'Explain a score')],
  ['Nightly', of('Nightly', 'Explain a score')],
  ['Nightly', of('Nightly', '')],
  ['Nightly', of('Nightly', null)],
])('says %j', (text, trail) => {
  expect(ownDescription(trail)).toBe(text)
})
