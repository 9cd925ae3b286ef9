import { setTimeout } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { collectWhenIdle, ownHeap } from './collect-when-idle.ts'

/** A heap of which 40 MB are in use. @returns it, and how often it was collected */
function heapOf(bytes: number) {
  const heap = { bytes, collections: 0 }
  return {
    heap,
    size: () => heap.bytes,
    collect() {
      heap.bytes = 40e6
      heap.collections += 1
    },
  }
}

it('collects what peaks leave once the process is idle, and little garbage never', async () => {
  const { heap, ...own } = heapOf(100e6)
  const end = collectWhenIdle({ everyMs: 20, maxUnused: 30e6, heap: own })
  await expect.poll(() => heap.collections).toBe(1)
  heap.bytes = 69e6
  await setTimeout(200)
  expect(heap.collections).toBe(1)
  heap.bytes = 70e6
  await expect.poll(() => heap.collections).toBe(2)
  end()
})

it('collects nothing while the process is busy', async () => {
  const { heap, ...own } = heapOf(100e6)
  const end = collectWhenIdle({ everyMs: 20, maxUnused: 30e6, heap: own })
  const until = performance.now() + 200
  while (performance.now() < until) {
    const pause = performance.now() + 30
    while (performance.now() < pause);
    await setTimeout(0)
  }
  expect(heap.collections).toBe(0)
  end()
})

it('frees what is no longer used', () => {
  const used = () => getHeapStatistics().used_heap_size
  const held = Array.from({ length: 300_000 }, (_, number) => ({ number, text: `row ${number}` }))
  const most = used()
  held.length = 0
  ownHeap.collect()
  expect(used()).toBeLessThan(most - 10e6)
})
