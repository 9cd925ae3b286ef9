import { expect, it } from 'vitest'
import type { PullRequest } from '#contract/attestation/types/pull-request.ts'
import { pullNumber, pullsSummary } from './pull-request.ts'

const pull = (approvers: PullRequest['approvers'], url = 'https://git.example/x/-/mr/947/') =>
  ({ url, author: 'jo', approvers }) as PullRequest

it.each([
  ['no pull request', []],
  ['#947, approved by 2', [pull(['ann', { username: 'bob', state: 'APPROVED' }, 'ann'])]],
  ['#947, not approved', [pull([{ username: 'bob', state: 'CHANGES_REQUESTED' }])]],
  ['#947, approved by its author alone', [pull(['jo'])]],
  ['#947, approved by 2', [pull(['jo', 'ann'])]],
  ['1 pull request, approved by 1', [pull(['ann'], 'none')]],
  ['2 pull requests, 1 not approved', [pull(['ann']), pull([])]],
  ['2 pull requests, all approved', [pull(['ann']), pull(['bob'])]],
])('%s', (text, pulls) => {
  expect(pullsSummary(pulls)).toBe(text)
})

it.each([
  ['https://git.example/x/pull/12', '#12'],
  ['https://git.example/x/pull/12?w=1#r3', '#12'],
  ['https://git.example/x/pull/12/files', null],
  ['https://git.example/x?of=/12', null],
  ['not an address', null],
])('numbers %s as %s', (url, number) => {
  expect(pullNumber({ url })).toBe(number)
})
