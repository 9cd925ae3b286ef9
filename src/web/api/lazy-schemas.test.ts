import { expect, test } from 'vitest'
import * as z from './lazy-schemas.ts'

test('builds a schema once something of it is read, with its checks', () => {
  const listed: string[] = []
  const fields = {
    get name() {
      listed.push('name')
      return z.string().check(z.minLength(2), z.maxLength(3))
    },
  }
  const named = z.object(fields)
  expect(listed).toEqual([])
  expect(z.safeParse(named, { name: 'abc' }).data).toEqual({ name: 'abc' })
  expect(z.safeParse(named, { name: 'abcd' }).error?.issues).toMatchObject([{ path: ['name'] }])
  expect(listed).toContain('name')
})

test('builds a check with its schema', () => {
  const read: string[] = []
  const isEven = z.refine((count) => Number(count) % 2 === 0, {
    get error() {
      read.push('error')
      return 'Should be even'
    },
  })
  const count = z.int().check(z.gte(1), z.lte(9), isEven)
  expect(read).toEqual([])
  const issuesOf = (value: unknown) =>
    z.safeParse(count, value).error?.issues.map(({ code, message }) => `${code} ${message}`)
  expect(issuesOf(4)).toBeUndefined()
  expect(issuesOf(3)).toEqual(['custom Should be even'])
  expect(issuesOf(0)).toMatchObject([expect.stringMatching(/^too_small/)])
  expect(issuesOf(10)).toMatchObject([expect.stringMatching(/^too_big/)])
  const name = z.string().check(z.regex(/^[a-z]+$/i), z.toLowerCase(), z.minLength(2))
  expect(z.parse(name, 'ABC')).toBe('abc')
  expect(z.safeParse(name, '1').error?.issues).toHaveLength(2)
})

test('takes schemas apart, and makes others of them, as those that are built at once', () => {
  const base = z.object({ page: z._default(z.int().check(z.gte(1)), 1), q: z.optional(z.string()) })
  const more = z.extend(base, { kind: z.enum(['a', 'b']), tags: z.nullable(z.array(z.string())) })
  expect(Object.keys(more.shape)).toEqual(['page', 'q', 'kind', 'tags'])
  expect(Object.keys(z.omit(more, { q: true }).shape)).toEqual(['page', 'kind', 'tags'])
  expect(z.parse(more, { kind: 'a', tags: null })).toEqual({ page: 1, kind: 'a', tags: null })
  expect(z.safeParse(more.shape.page, 0).success).toBe(false)
  const either = z.union([z.literal(''), z.record(z.string(), z.number()), z.boolean()])
  for (const value of ['', { a: 1 }, true]) expect(z.parse(either, value)).toEqual(value)
  expect(z.safeParse(either, 'x').success).toBe(false)
  expect(z.safeParse(z.strictObject({ a: z.unknown() }), { b: 1 }).success).toBe(false)
  expect(z.parse(z.looseObject({ a: z.string() }), { a: '', b: 1 })).toEqual({ a: '', b: 1 })
})
