import { expect, it } from 'vitest'
import { knownTags } from './tags.ts'

it('counts tags over sets, the most frequent first, those of equal number by name', () => {
  const sets: Parameters<typeof knownTags>[0] = [
    { tags: { team: 'shop', pci: '' }, count: 2 },
    { tags: { team: 'shop', tier: '1' }, count: 3 },
    { tags: { team: 'core' }, count: 2 },
    { tags: {}, count: 9 },
  ]
  const all = [
    { tag: 'team:shop', count: 5 },
    { tag: 'tier:1', count: 3 },
    { tag: 'pci', count: 2 },
    { tag: 'team:core', count: 2 },
  ]
  expect(knownTags(sets, 10)).toEqual(all)
  expect(knownTags(sets, 2)).toEqual(all.slice(0, 2))
})
