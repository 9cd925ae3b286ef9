import { expect, test } from 'vitest'
import { approvalsOf, branchesOf, signatureOf, subjectOf, titleOf } from './pull-request.tsx'

const pull = {
  merge_commit: 'a'.repeat(40),
  url: 'https://github.com/acme/app/pull/947',
  state: 'MERGED',
  approvers: [],
  author: '',
  commits: [],
}
const commit = { sha1: 'b'.repeat(40), message: '', author: 'Ada', timestamp: 1, branch: 'main' }

test('is called by its title, else by the tail of its address, else by what came', () => {
  expect(titleOf({ ...pull, title: 'Retry once' })).toBe('Retry once')
  expect(titleOf({ ...pull, title: null })).toBe('pull/947')
  expect(titleOf({ ...pull, url: 'https://github.com' })).toBe('https://github.com')
  expect(titleOf({ ...pull, url: 'no address' })).toBe('no address')
  expect(titleOf({ ...pull, url: '' })).toBe('Untitled')
  expect(titleOf({ ...pull, title: 'x'.repeat(9_999) }).length).toBeLessThan(500)
})

test('takes approvers as names and as records', () => {
  const approvers = ['ada', { username: 'mei', state: 'CHANGES_REQUESTED', timestamp: 7 }]
  expect(approvalsOf({ ...pull, approvers })).toEqual([
    { name: 'ada', state: null, at: null },
    { name: 'mei', state: 'changes requested', at: 7 },
  ])
  const bare = [{ username: 'jo', state: null }]
  expect(approvalsOf({ ...pull, approvers: bare })).toEqual([{ name: 'jo', state: null, at: null }])
})

test('names the branches that it knows', () => {
  expect(branchesOf({ ...pull, head_ref: 'retry', base_ref: 'main' })).toBe('retry → main')
  expect(branchesOf({ ...pull, base_ref: 'main' })).toBe('not recorded → main')
  expect(branchesOf(pull)).toBeNull()
})

test('says in words whether a commit is verified', () => {
  expect(signatureOf({ ...commit, verified: true, signature_state: 'VALID' })).toBe('verified')
  expect(signatureOf({ ...commit, verified: false, signature_state: 'UNSIGNED' })).toBe(
    'not verified (unsigned)',
  )
  expect(signatureOf({ ...commit, verified: false })).toBe('not verified')
  expect(signatureOf({ ...commit, verified: null, signature_state: 'UNKNOWN_KEY' })).toBe(
    'unknown key',
  )
  expect(signatureOf(commit)).toBe('signature not recorded')
})

test('shows the first line of a message', () => {
  expect(subjectOf({ ...commit, message: '\nRetry once\n\nBecause.' })).toBe('Retry once')
})
