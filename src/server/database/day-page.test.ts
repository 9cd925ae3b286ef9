import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, placeOfPage } from './day-page.ts'

test('a page that spans days starts inside the newest and ends in the oldest it needs', () => {
  const days = [
    { day: 30, count: 3 },
    { day: 29, count: 2 },
    { day: 7, count: 9 },
  ]
  const at = (day: number) => day * 86_400
  expect(placeOfPage(days, { page: 1, per_page: 3 })).toEqual({
    from: at(30),
    before: at(31),
    offset: 0,
  })
  expect(placeOfPage(days, { page: 2, per_page: 2 })).toEqual({
    from: at(29),
    before: at(31),
    offset: 2,
  })
  expect(placeOfPage(days, { page: 2, per_page: 5 })).toEqual({
    from: at(7),
    before: at(8),
    offset: 0,
  })
  expect(placeOfPage(days, { page: 3, per_page: 7 })).toBeNull()
})

test('walking days finds the same rows as counting them off', () => {
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
      const place = placeOfPage(days, page)
      const found = place
        ? rows
            .filter((at) => at >= place.from && at < place.before)
            .slice(place.offset, place.offset + page.per_page)
        : []
      expect(found).toEqual(rows.slice(start, start + page.per_page))
    }),
  )
})
