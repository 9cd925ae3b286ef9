import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { paging } from './pagination.ts'

const builds = z.object(paging({ per_page: 15, min: 0, max: 50 }))
const others = z.object(paging({ per_page: 20 }))

it('has the bounds of the list, or the default ones', () => {
  expect(builds.parse({})).toEqual({ page: 1, per_page: 15 })
  expect(others.parse({ page: 2 })).toEqual({ page: 2, per_page: 20 })
  const accepted = (rule: typeof builds, per_page: number) => rule.safeParse({ per_page }).success
  expect([-1, 0, 50, 51].map((size) => accepted(builds, size))).toEqual([false, true, true, false])
  expect([0, 1, 500, 501].map((size) => accepted(others, size))).toEqual([false, true, true, false])
})
