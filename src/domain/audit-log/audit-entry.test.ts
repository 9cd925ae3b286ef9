import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditObjectOf, changesOf, shortChanges } from './audit-entry.ts'

describe('changes of an entry', () => {
  it.each<[string, unknown, unknown, [string, unknown, unknown][]]>([
    ['nothing before', { name: 'f', description: 'd' }, null, []],
    [
      'what was kept of before, and no more',
      { name: 'f', description: 'new', visibility: 'private' },
      { description: 'old', visibility: 'private' },
      [['description', 'old', 'new']],
    ],
    [
      'both sides in the body: what came and what went',
      { name: 'f', before: { a: '1', b: '2' }, after: { b: '3', c: '4' } },
      null,
      [
        ['a', '1', null],
        ['b', '2', '3'],
        ['c', null, '4'],
      ],
    ],
    [
      'fields that are called as what objects inherit',
      { before: { constructor: '1' }, after: { toString: '2', valueOf: null } },
      null,
      [
        ['constructor', '1', null],
        ['toString', null, '2'],
      ],
    ],
    [
      'policies that were attached',
      { name: 'prod', attached: ['scanned', 'origin'], effect: { hash: 'h' } },
      null,
      [['attached', null, ['scanned', 'origin']]],
    ],
    [
      'policies that went with an environment to the archive',
      { name: 'prod', detached: ['scanned'] },
      null,
      [['detached', null, ['scanned']]],
    ],
    ['a new name', { name: 'old', new_name: 'new' }, null, [['name', 'old', 'new']]],
    [
      'a role',
      { name: 'jo', role_before: 'reader', role_after: 'admin' },
      null,
      [['role', 'reader', 'admin']],
    ],
    ['the same lists', { links: { a: ['x'] } }, { links: { a: ['x'] } }, []],
    ['no object', 'text', { a: 1 }, []],
    ['a list before', { a: 1 }, [1], []],
  ])('%s', (_, body, before, expected) => {
    const changes = changesOf(body, before)
    expect(changes.map((one) => [one.field, one.before, one.after])).toEqual(expected)
  })

  it('takes any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (body, before) => {
        for (const change of changesOf(body, before)) {
          expect(JSON.stringify(change.before)).not.toBe(JSON.stringify(change.after))
        }
      }),
    )
  })

  it('are limited in number and length in a list, without splitting characters', () => {
    const field = { field: 'f', before: '😀'.repeat(400), after: null }
    const short = shortChanges([field, field, field, field])
    expect(short).toHaveLength(3)
    expect(short[0]).toEqual({ field: 'f', before: `${'😀'.repeat(120)}…`, after: null })
    expect(shortChanges([{ field: 'f', before: 1, after: { a: [] } }])).toEqual([
      { field: 'f', before: 1, after: '{"a":[]}' },
    ])
  })

  it.each([
    ['a line', 'a: 1\nb: 2\nc: 3', 'a: 1\nb: 5\nc: 3', ['b: 2', 'b: 5']],
    ['a line that came', 'a: 1\nc: 3', 'a: 1\n  b: 2\nc: 3', ['', 'b: 2']],
    ['a line that went', 'a: 1\nb: 2', 'a: 1', ['b: 2', '']],
    ['a repeated line that went', 'a\na\na', 'a\na', ['a', '']],
    ['all from the first to the last', 'a\nb\nc\nd', 'a\nx\nc\ny', ['b\nc\nd', 'x\nc\ny']],
    ['a text of one line', 'a b', 'a c', ['a b', 'a c']],
  ])('are cut to what changed: %s', (_, before, after, expected) => {
    const [short] = shortChanges([{ field: 'policy_yaml', before, after }])
    expect([short?.before, short?.after]).toEqual(expected)
  })
})

it.each([
  [{}, null, null],
  [{ flow_name: 'f' }, 'flow', 'f'],
  [{ flow_name: 'f', trail_name: 't' }, 'trail', 'f/t'],
  [{ environment_name: 'e', policy_name: 'p' }, 'environment', 'e'],
  [{ policy_name: 'p' }, 'policy', 'p'],
  [{ control: 'c' }, 'control', 'c'],
  [{ service_account: 's' }, 'service_account', 's'],
  [{ member: 'm' }, 'member', 'm'],
  [{ type_name: 't' }, 'custom_type', 't'],
  [{ notification: 'n' }, 'notification', 'n'],
  [{ repo_id: 'r' }, 'repo', 'r'],
])('the object of %j', (subject, object_type, object) => {
  expect(auditObjectOf(subject)).toEqual({ object_type, object })
})
