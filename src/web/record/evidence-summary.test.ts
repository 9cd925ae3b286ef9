import { afterEach, expect, test, vi } from 'vitest'
import { maxSummaries } from '#contract/attestation/evidence-summary.ts'
import { evidenceSummariesQuery } from './evidence-summary.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [2, [2]],
  [maxSummaries, [maxSummaries]],
  [2 * maxSummaries + 1, [maxSummaries, maxSummaries, 1]],
])('reads the summaries of all of %d attestations', async (count, requests) => {
  const asked: number[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const ids = new URL(url, 'http://localhost').searchParams.getAll('attestation_id')
    asked.push(ids.length)
    return Promise.resolve(
      Response.json({ summaries: ids.map((attestation_id) => ({ attestation_id })) }),
    )
  })
  const ids = Array.from({ length: count }, (_, index) => `id-${index}`)
  const { queryFn } = evidenceSummariesQuery('acme', [...ids, null, 'id-0'])
  const { summaries } = await queryFn({ signal: new AbortController().signal })
  expect(asked).toEqual(requests)
  expect(summaries.map((one) => one.attestation_id)).toEqual(ids.toSorted())
})
