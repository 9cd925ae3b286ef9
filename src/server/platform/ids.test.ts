import { expect, it } from 'vitest'
import { createIdGenerator } from './ids.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8}$/
const isSorted = (ids: string[]) =>
  ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id)

it('makes ids of the form that clients expect, which begin with the time', () => {
  const id = createIdGenerator(() => 1_800_000_000.123)()
  expect(id).toMatch(form)
  const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  expect(milliseconds).toBe(1_800_000_000_123)
})

it('makes ids that grow when the clock stands still, jumps, or goes back', () => {
  let now = 1000
  const next = createIdGenerator(() => now)
  const ids = Array.from({ length: 200_000 }, () => next())
  now += 5
  ids.push(next())
  now -= 500
  ids.push(next(), next())
  now += 1000
  ids.push(next())
  expect(isSorted(ids)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => form.test(id))).toBe(true)
})

it('makes different ids in two processes with the same clock', () => {
  const [one, two] = [createIdGenerator(() => 7), createIdGenerator(() => 7)]
  const ids = Array.from({ length: 1000 }, () => [one(), two()]).flat()
  expect(new Set(ids).size).toBe(ids.length)
})

it('makes ids that are not before an instant, and none before those afterwards', () => {
  const next = createIdGenerator(() => 1000)
  const ids = [next(), next(1005.25), next(), next(1002)]
  expect(isSorted(ids)).toBe(true)
  expect(Number.parseInt(ids[1]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(1_005_250)
})
