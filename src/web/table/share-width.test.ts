import { expect, it } from 'vitest'
import { type MeasuredColumn, maxNameWidth, shareWidth } from './share-width.ts'

const column = (id: string, of: Partial<MeasuredColumn>): MeasuredColumn => ({
  id,
  need: 100,
  wish: 100,
  parts: 0,
  hideOrder: undefined,
  ...of,
})

it('gives each what it needs, and what is left over by parts', () => {
  const { widths, hidden } = shareWidth(
    [column('name', { parts: 3 }), column('flow', { parts: 1 }), column('count', {})],
    700,
  )
  expect(widths).toEqual({ name: 400, flow: 200, count: 100 })
  expect([...hidden]).toEqual([])
})

it('lets texts that would be cut have what is left over first', () => {
  const { widths, tight } = shareWidth(
    [column('name', { wish: 220 }), column('reason', { wish: 900 }), column('by', { parts: 3 })],
    800,
  )
  expect(widths).toEqual({ name: 220, reason: 480, by: 100 })
  expect([...tight]).toEqual(['reason'])
})

it('sends columns away in their order, and no more of them than it has to', () => {
  const columns = [
    column('name', { need: 300 }),
    column('flow', { hideOrder: 2 }),
    column('fingerprint', { hideOrder: 1 }),
    column('verdict', {}),
  ]
  expect([...shareWidth(columns, 600).hidden]).toEqual([])
  expect([...shareWidth(columns, 599).hidden]).toEqual(['fingerprint'])
  expect([...shareWidth(columns, 499).hidden]).toEqual(['fingerprint', 'flow'])
})

it('cuts the widest to an equal width where nothing is left to hide', () => {
  const columns = [
    column('name', { need: 300, wish: 300 }),
    column('trail', { need: 260, wish: 260 }),
    column('count', { need: 40, wish: 40 }),
  ]
  expect(shareWidth(columns, 440)).toMatchObject({
    widths: { name: 200, trail: 200, count: 40 },
    tight: new Set(['name', 'trail']),
  })
})

it('sends no column away for a name that is as long as names may be', () => {
  const columns = [column('name', { need: 2_000, wish: 2_000 }), column('flow', { hideOrder: 1 })]
  const { widths, hidden } = shareWidth(columns, maxNameWidth + 150)
  expect([...hidden]).toEqual([])
  expect(widths).toEqual({ name: maxNameWidth + 50, flow: 100 })
})
