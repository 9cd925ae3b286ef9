import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, type PagePosition, seekPage, seekPageFromOldest, sliceRows } from './keyset-page.ts'

test('a page that spans days starts inside the newest and ends in the oldest it needs', () => {
  const days = [
    { day: 30, count: 3 },
    { day: 29, count: 2 },
    { day: 7, count: 9 },
  ]
  const at = (day: number) => day * 86_400
  expect(seekPage(days, { page: 1, per_page: 3 })).toEqual({
    from: at(30),
    before: at(31),
    walk: 'desc',
    offset: 0,
    size: 3,
  })
  expect(seekPage(days, { page: 2, per_page: 2 })).toEqual({
    from: at(29),
    before: at(31),
    walk: 'asc',
    offset: 1,
    size: 2,
  })
  expect(seekPage(days, { page: 2, per_page: 5 })).toEqual({
    from: at(7),
    before: at(8),
    walk: 'desc',
    offset: 0,
    size: 5,
  })
  expect(seekPage(days, { page: 2, per_page: 9 })).toEqual({
    from: at(7),
    before: at(8),
    walk: 'asc',
    offset: 0,
    size: 5,
  })
  expect(seekPage(days, { page: 3, per_page: 7 })).toBeNull()
})

const walked = (
  rows: number[],
  place: PagePosition,
  per_page: number,
  order: PagePosition['walk'] = 'desc',
) => {
  const inside = rows.filter((at) => at >= place.from && at < place.before)
  const isAgainst = place.walk !== order
  const walk = isAgainst ? inside.toReversed() : inside
  const passed = walk.slice(place.offset, place.offset + per_page)
  return sliceRows(isAgainst ? passed.toReversed() : passed, place, order)
}

test('seeking by days finds the same rows as counting them off', () => {
  const list = fc.array(fc.integer({ min: 0, max: 20 * 86_400 }), { maxLength: 60 })
  const asked = fc.record({
    page: fc.integer({ min: 1, max: 12 }),
    per_page: fc.integer({ min: 1, max: 15 }),
  })
  fc.assert(
    fc.property(list, asked, (instants, page) => {
      const rows = instants.sort((a, b) => b - a)
      const days = [...new Set(rows.map(dayOf))].map((day) => ({
        day,
        count: rows.filter((at) => dayOf(at) === day).length,
      }))
      const start = (page.page - 1) * page.per_page
      const place = seekPage(days, page)
      expect(place ? walked(rows, place, page.per_page) : []).toEqual(
        rows.slice(start, start + page.per_page),
      )
      const fromOldest = seekPageFromOldest(days, page)
      const risen = rows.toReversed()
      expect(fromOldest ? walked(risen, fromOldest, page.per_page, 'asc') : []).toEqual(
        risen.slice(start, start + page.per_page),
      )
    }),
  )
})
