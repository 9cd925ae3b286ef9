import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Share of its time that an idle process is busy at most. */
const idleShare = 0.03

/** The heap of this process. */
export const ownHeap = {
  /** Bytes of it, what is no longer used included. */
  size: () => getHeapStatistics().total_heap_size,
  /** Frees what is no longer used. */
  collect(): void {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
  },
}

/**
 * Gives memory back once the process is idle: what a peak leaves would stay until as much again was
 * used, which may take days where little happens. To collect takes some tens of milliseconds.
 * @param options.everyMs milliseconds between looks; idle is who was it since the last one
 * @param options.maxUnused bytes that the heap may grow by since it was collected last
 * @returns ends it
 */
export function collectWhenIdle({
  everyMs = 1_000,
  maxUnused = 16e6,
  heap = ownHeap,
} = {}): () => void {
  let last = performance.eventLoopUtilization()
  let collected = 0
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization > idleShare || heap.size() < collected + maxUnused) return
    heap.collect()
    collected = heap.size()
  }, everyMs)
  looking.unref()
  return () => clearInterval(looking)
}
