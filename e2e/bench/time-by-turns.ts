import type { Service } from '../service.ts'
import { exactClock } from './processor-time.ts'
import type { PageRequest, Result } from './result.ts'

/**
 * Requests to each page: so many, but once there are some no more than fit into the seconds, nor than
 * it takes to know the ratio of their processor times well.
 */
export interface Turns {
  most: number
  seconds: number
}
/** Enough to see a page that reads what it should not. */
export const quickTurns: Turns = { most: 16, seconds: 0 }
const usual: Turns = { most: 100, seconds: 0.4 }
const [least, warmUp, perTurn] = [16, 6, 4]
/** Standard error of a ratio that is known well, as a part of it. */
const smallError = 0.04
const sizes = ['small', 'large'] as const

/** Milliseconds of some answers. */
interface AnswerTimes {
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

/** Standard error of the mean of some numbers, as a part of it. */
export function relativeError(numbers: readonly number[]): number {
  const count = numbers.length
  const mean = numbers.reduce((sum, one) => sum + one, 0) / count
  const squares = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return count < 2 ? Infinity : Math.sqrt(squares / (count - 1) / count) / mean
}

/** Measures small and large alternately, so that other load affects both. */
export async function timeInterleaved(
  { process: { pid } }: Service,
  urls: Record<'small' | 'large', string>,
  headers: Record<string, string>,
  { most, seconds }: Turns = usual,
): Promise<Omit<PageTimes, 'name'>> {
  const times = { small: [] as number[], large: [] as number[] }
  const processor = { small: [] as number[], large: [] as number[] }
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
  const isEnough = () =>
    performance.now() >= end ||
    Math.hypot(relativeError(processor.small), relativeError(processor.large)) <= smallError
  for (let turn = 0; turn < most && (turn < least || !isEnough()); turn += perTurn) {
    for (const size of sizes) {
      const before = clock()
      for (let request = 0; request < perTurn; request += 1) times[size].push(await ask(size))
      processor[size].push(clock() - before)
    }
  }
  const timesOf = (size: 'small' | 'large'): AnswerTimes => ({
    p50: quantile(times[size], 0.5),
    p99: quantile(times[size], 0.99),
    processor: processor[size].reduce((sum, one) => sum + one, 0) / times[size].length,
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
