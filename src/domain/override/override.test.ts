import { describe, expect, it, test } from 'vitest'
import {
  endKindOf,
  findOverridden,
  type NamedRecord,
  recordInEffect,
  type Subject,
} from './override.ts'

const c = 'c'.repeat(40)
const trail: Subject = { kind: 'trail' }
const fp = (fingerprint: string): Subject => ({ kind: 'artifact', fingerprint })
const target = (name: string, commit = c): Subject => ({ kind: 'target', name, commit })
const built = (fingerprint: string, template_reference_name: string, git_commit = c) => ({
  fingerprint,
  template_reference_name,
  git_commit,
})
const record = (id: string, ...subjects: Subject[]): NamedRecord => ({
  id,
  type: 'generic',
  is_compliant: false,
  is_override: false,
  subjects,
})

describe('an override applies to', () => {
  const app = [built('A', 'app')]
  const two = [...app, built('B', 'app')]
  it.each([
    ['the trail', [trail], [record('1', trail)], app, { 1: true }],
    ['the newest of the name', [trail], [record('1', trail), record('2', trail)], app, { 2: true }],
    ['nothing of an artifact, on the trail', [trail], [record('1', fp('A'))], app, {}],
    ['nothing of the trail, on an artifact', [fp('A')], [record('1', trail)], app, {}],
    ['one artifact', [fp('A')], [record('1', fp('A')), record('2', fp('B'))], two, { 1: true }],
    ['what was made in advance for it', [fp('A')], [record('1', target('app'))], app, { 1: true }],
    ['a part of what several have', [fp('A')], [record('1', target('app'))], two, { 1: false }],
    [
      'a part of several names',
      [fp('A')],
      [record('1', target('app'), target('web'))],
      app,
      { 1: false },
    ],
    [
      'nothing for another commit',
      [fp('A')],
      [record('1', target('app', 'd'.repeat(40)))],
      app,
      {},
    ],
    ['a name and commit', [target('app')], [record('1', target('app'))], [], { 1: true }],
    [
      'a name and a short commit',
      [target('app')],
      [record('1', target('app', 'ccccc'))],
      [],
      { 1: true },
    ],
    [
      'nothing for a commit that only ends alike',
      [target('app', 'abcde')],
      [record('1', target('app', '0123456789abcde'))],
      [],
      {},
    ],
    ['all that several have', [fp('A'), fp('B')], [record('1', target('app'))], two, { 1: true }],
    [
      'what was made on the artifact of a name',
      [target('app')],
      [record('1', fp('A'))],
      app,
      { 1: true },
    ],
    [
      'each of several names',
      [target('app'), target('web')],
      [record('1', target('app')), record('2', target('web'))],
      [],
      { 2: true, 1: true },
    ],
  ] as const)('%s', (_what, subjects, records, artifacts, expected) => {
    const found = findOverridden(subjects, records, artifacts)
    expect(Object.fromEntries(found.map(({ id, is_whole }) => [id, is_whole]))).toEqual(expected)
  })

  it('the report, however often it was overridden', () => {
    const overrides = ['2', '3'].map((id) => ({ ...record(id, trail), is_override: true }))
    expect(findOverridden([trail], [record('1', trail), ...overrides], [])[0]?.id).toBe('1')
  })
})

test.each([
  ['nothing', '', null],
  ['a report', 'r', 0],
  ['an override of it', 'ro', 1],
  ['the report, where the override ended', 're', 0],
  ['the override before, where the newest ended', 'roe', 1],
  ['the newest, where one before it ended', 'reo', 2],
  ['the report, where both overrides ended in the same second', 'ree', 0],
  ['the first of three overrides, where the others ended in the same second', 'roee', 1],
  ['the newest, where both before it ended in the same second', 'reeo', 3],
  ['a later report', 'ror', 2],
  ['a later report, whatever ended before', 'rer', 2],
  ['nothing, where an override of nothing ended', 'e', null],
])('%s counts', (_what, story, index) => {
  const records = [...story].map((one, at) => ({
    id: String(at),
    is_compliant: one === 'o',
    has_ended: one === 'e',
  }))
  expect(recordInEffect(records)).toBe(index === null ? null : records[index])
  expect(recordInEffect(records.toReversed())).toBe(index === null ? null : records[index])
})

test('its author withdraws an override, others restore the report', () => {
  expect(endKindOf({ created_by_id: 'a' }, { userId: 'a' })).toBe('withdrawn')
  expect(endKindOf({ created_by_id: 'a' }, { userId: 'b' })).toBe('restored')
})
