import { expect, test } from 'vitest'
import type { Ability } from '#contract/member/member.ts'
import { groupAbilities } from './abilities-table.tsx'

const ability = (method: string, path: string, fields: Partial<Ability> = {}): Ability => ({
  name: `${method} ${path}`,
  method,
  path,
  summary: 'Does it',
  role: method === 'GET' ? 'reader' : 'member',
  own: false,
  ...fields,
})

test('operations are told by what they are about, reading counted', () => {
  const rename = ability('PUT', '/flows/{org}/{flow_name}/rename')
  const keys = '/service-accounts/{org}/{name}/api-keys'
  const groups = groupAbilities([
    ability('GET', '/search/{org}/sha/{sha}'),
    ability('GET', '/flows/{org}'),
    ability('GET', '/cairn/{org}/flows'),
    rename,
    ability('GET', '/service-accounts/{org}'),
    ability('GET', keys, { role: 'snapshotter', own: true }),
    ability('POST', keys, { role: 'snapshotter', own: true }),
  ])
  expect(groups.map(({ noun, reads }) => [noun, reads])).toEqual([
    ['flows', [{ role: 'reader', own: false, count: 2 }]],
    [
      'service accounts',
      [
        { role: 'reader', own: false, count: 1 },
        { role: 'snapshotter', own: true, count: 1 },
      ],
    ],
    ['everything else', [{ role: 'reader', own: false, count: 1 }]],
  ])
  expect(groups[0]?.writes).toEqual([rename])
})
