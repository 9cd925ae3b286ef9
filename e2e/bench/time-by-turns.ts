import type { Result } from './result.ts'

/** Requests to each page. */
const usual = 40

/** Milliseconds of one kind of page in a small and in a large organization. */
export interface PageTimes {
  name: string
  small: number
  large: number
  /** The slowest response in the large organization. */
  slowest: number
}

/** Returns the median. */
export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Measures small and large alternately, so that other load affects both. */
export async function timeInterleaved(
  urls: { small: string; large: string },
  headers: Record<string, string>,
  repeats = usual,
): Promise<Omit<PageTimes, 'name'>> {
  const warmUp = Math.ceil(repeats / 8)
  const times = { small: [] as number[], large: [] as number[] }
  for (let index = 0; index < repeats; index += 1) {
    for (const size of ['small', 'large'] as const) {
      const begun = performance.now()
      const response = await fetch(urls[size], { headers })
      await response.arrayBuffer()
      times[size].push(performance.now() - begun)
      if (!response.ok) throw new Error(`${urls[size]} answered ${response.status}`)
    }
  }
  // The first requests plan the statement on a new connection.
  const [small, large] = [times.small.slice(warmUp), times.large.slice(warmUp)]
  return { small: median(small), large: median(large), slowest: Math.max(...large) }
}

/** The ratio of the times of one kind of page. */
export function resultOfTimes({ name, small, large, slowest }: PageTimes, most: number): Result {
  const detail = `${small.toFixed(1)} and ${large.toFixed(1)} ms, at most ${slowest.toFixed(1)}`
  return { name, value: large / small, aim: { most }, detail }
}
