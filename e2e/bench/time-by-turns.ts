import type { Service } from '../service.ts'
import { exactClock } from './processor-time.ts'
import type { PageRequest, Result } from './result.ts'

/** Requests to each page: so many, but no more than fit into the seconds once there are some. */
export interface Turns {
  most: number
  seconds: number
}
/** Enough to see a page that reads what it should not. */
export const quickTurns: Turns = { most: 16, seconds: 0 }
const usual: Turns = { most: 100, seconds: 2 }
const [least, warmUp, perTurn] = [16, 6, 4]
const sizes = ['small', 'large'] as const

/** Milliseconds of some answers. */
export interface AnswerTimes {
  p50: number
  p99: number
  /** Of processor time, on average, that of the database included. */
  processor: number
}

/** Times of one kind of page in a small and in a large organization. */
export interface PageTimes {
  name: string
  small: AnswerTimes
  large: AnswerTimes
  /** The call in the large organization. */
  request: PageRequest
}

/** Returns the number that a part of all is below. */
export const quantile = (numbers: readonly number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? 0

/** Returns the median. */
export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Measures small and large alternately, so that other load affects both. */
export async function timeInterleaved(
  { process: { pid } }: Service,
  urls: Record<'small' | 'large', string>,
  headers: Record<string, string>,
  { most, seconds }: Turns = usual,
): Promise<Omit<PageTimes, 'name'>> {
  const times = { small: [] as number[], large: [] as number[] }
  const processor = { small: 0, large: 0 }
  const ask = async (size: 'small' | 'large') => {
    const begun = performance.now()
    const response = await fetch(urls[size], { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${urls[size]} answered ${response.status}`)
    return performance.now() - begun
  }
  // The first requests plan the statement on a new connection.
  for (let turn = 0; turn < warmUp; turn += 1) for (const size of sizes) await ask(size)
  const clock = exactClock(Number(pid))
  const end = performance.now() + seconds * 1_000
  for (let turn = 0; turn < most && (turn < least || performance.now() < end); turn += perTurn) {
    for (const size of sizes) {
      const before = clock()
      for (let asked = 0; asked < perTurn; asked += 1) times[size].push(await ask(size))
      processor[size] += clock() - before
    }
  }
  const timesOf = (size: 'small' | 'large'): AnswerTimes => ({
    p50: quantile(times[size], 0.5),
    p99: quantile(times[size], 0.99),
    processor: processor[size] / times[size].length,
  })
  const request = { url: urls.large, headers }
  return { small: timesOf('small'), large: timesOf('large'), request }
}

/** The ratio of the processor times of one kind of page, which other load hardly changes. */
export function resultOfTimes(times: PageTimes, most: number): Result {
  const { name, small, large, request } = times
  const both = (of: keyof AnswerTimes, digits: number) =>
    `${of} ${small[of].toFixed(digits)} and ${large[of].toFixed(digits)}`
  const detail = `${both('p50', 1)}, ${both('p99', 1)}, ${both('processor', 2)} ms`
  return { name, value: large.processor / small.processor, aim: { most }, detail, request }
}
