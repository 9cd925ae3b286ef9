import { describe, expect, it } from 'vitest'
import { patterns } from '#contract/common/fields.ts'
import { baseNameOf, groupsOfClaim, parseGroupRoles, rolesOfGroups } from './single-sign-on.ts'

describe('a mapping of groups', () => {
  it('is read with spaces, paths and colons in names of groups', () => {
    expect(
      parseGroupRoles(' /staff/admins = northgate:admin, team: red=southgate:reader ,'),
    ).toEqual([
      { group: '/staff/admins', org: 'northgate', role: 'admin' },
      { group: 'team: red', org: 'southgate', role: 'reader' },
    ])
    expect(parseGroupRoles('')).toEqual([])
  })
  it.each([
    'a',
    'a=b',
    'a=b:owner',
    '=b:admin',
    'a=b:admin;c',
    'a=b=c:admin',
    'a=b:admin=c',
    'a=b:admin:reader',
  ])('is not %j', (text) => {
    expect(parseGroupRoles(text)).toBeNull()
  })
})

it('gives the role that may do most, in each organization, and nothing for other groups', () => {
  const mapping = parseGroupRoles('a=x:reader,b=x:admin,c=x:member,a=y:snapshotter') ?? []
  expect([...rolesOfGroups(mapping, ['a', 'c'])]).toEqual([
    ['x', 'member'],
    ['y', 'snapshotter'],
  ])
  expect(rolesOfGroups(mapping, ['a', 'b', 'c']).get('x')).toBe('admin')
  expect(rolesOfGroups(mapping, ['A', 'd', '']).size).toBe(0)
})

it.each([
  [
    ['a', 7, null, 'b'],
    ['a', 'b'],
  ],
  ['a', ['a']],
  [[], []],
  [undefined, null],
  [{ a: true }, null],
  [7, null],
])('reads the claim %j', (claim, groups) => {
  expect(groupsOfClaim(claim)).toEqual(groups)
})

it.each([
  [{ preferred_username: 'nina.o' }, 'nina.o'],
  [{ preferred_username: 'Nina@corp.example' }, 'nina'],
  [{ email: 'José.Müller@corp.example' }, 'jose.muller'],
  [{ name: 'Nina van Dijk' }, 'nina-van-dijk'],
  [{ preferred_username: '李' }, 'user'],
  [{ preferred_username: '../..' }, 'user'],
  [{ preferred_username: `-${'x'.repeat(500)}` }, 'x'.repeat(56)],
  [{}, 'user'],
])('names %j %s', (claims, name) => {
  expect(baseNameOf(claims)).toBe(name)
  expect(name).toMatch(patterns.organization)
})
