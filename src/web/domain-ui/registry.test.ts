import { expect, it } from 'vitest'
import { partsOf, registryText, registryOf } from './registry.ts'

it.each([
  ['api:1', '', 'api:1'],
  ['registry.example/team/api:1', 'registry.example/team', 'api:1'],
  ['registry.example/', '', 'registry.example/'],
  ['/bin', '', '/bin'],
])('takes %s apart', (name, registry, own) => {
  expect(partsOf(name)).toEqual([registry, own])
})

it.each([
  ['most of them', ['r.example/a', 'r.example/b', 's.example/c'], 'r.example'],
  ['half of them', ['r.example/a', 'r.example/b', 's.example/c', 't.example/d'], null],
  ['most of the images', ['r.example/a', 'r.example/b', 's.example/c', 'd', 'e'], 'r.example'],
  ['the only one', ['r.example/a'], null],
  ['none', ['a', 'b'], null],
])('says once where %s are kept', (_what, names, registry) => {
  expect(registryOf(names)).toBe(registry)
})

it('says it in words', () => {
  expect(registryText(null)).toBe('')
  expect(registryText('r.example')).toBe(', images in r.example unless another is named')
})
