import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  let now = 1_790_000_000
  // Many at the same instant, so that pages have to order equal times.
  app = await startTestApp({ clock: () => now })
  const report = reporter(app)
  for (let flow = 0; flow < 11; flow += 1) await report.flow(`f${flow}`)
  for (let place = 0; place < 13; place += 1) {
    const json = { name: `e${place}`, type: place % 4 ? 'K8S' : 'logical' }
    await app.call('PUT', '/environments/acme', { json })
  }
  for (let run = 0; run < 19; run += 1) {
    if (run % 5 === 0) now += 1
    const trail_name = `run-${run}`
    const fingerprint = fingerprintOf(trail_name)
    await report.artifact('f0', { trail_name, fingerprint })
    await report.generic('f0', trail_name, {
      attestation_name: 'a',
      is_compliant: run % 3 > 0,
      artifact_fingerprint: fingerprint,
    })
    if (run % 2) await report.junit('f1', trail_name, { attestation_name: 'b' })
  }
})
afterAll(() => app.close())

type Item = Record<string, unknown>
interface List {
  path: string
  /** Identity of an item. */
  id: (item: Item) => unknown
  /** Number of items. */
  total: number
  /** The largest page; 500 by default. */
  maxPerPage?: number
}

const lists: Record<string, List> = {
  flows: { path: '/flows/acme', id: (item) => item.id, total: 11 },
  'flows by activity': {
    path: '/flows/acme?sort=latest_activity&sort_direction=desc',
    id: (item) => item.id,
    total: 11,
  },
  'flow summaries': { path: '/cairn/acme/flows', id: (item) => item.id, total: 11 },
  'flow summaries of a verdict': {
    path: '/cairn/acme/flows?verdict=COMPLIANT',
    id: (item) => item.id,
    total: 1,
  },
  'environment summaries': {
    path: '/cairn/acme/environments',
    id: (item) => item.name,
    total: 13,
    maxPerPage: 50,
  },
  'environment summaries by last change': {
    path: '/cairn/acme/environments?sort=last_changed_at&sort_direction=desc&verdict=UNKNOWN',
    id: (item) => item.name,
    total: 13,
    maxPerPage: 50,
  },
  trails: { path: '/trails/acme', id: (item) => item.id, total: 28 },
  'trails of a flow': { path: '/trails/acme?flow=f0', id: (item) => item.id, total: 19 },
  'trail summaries': { path: '/cairn/acme/flows/f0/trails', id: (item) => item.id, total: 19 },
  'trail summaries of a verdict': {
    path: '/cairn/acme/flows/f0/trails?verdict=NON-COMPLIANT',
    id: (item) => item.id,
    total: 7,
  },
  attestations: { path: '/attestations/acme', id: (item) => item.attestation_id, total: 28 },
  'attestations of a verdict': {
    path: '/attestations/acme?is_compliant=false&flow_name=f0',
    id: (item) => item.attestation_id,
    total: 7,
  },
  'attestations of a flow': {
    path: '/attestations/acme/f1',
    id: (item) => item.attestation_id,
    total: 9,
  },
}

const page = async (path: string, number: number, size: number) => {
  const paging = `${path.includes('?') ? '&' : '?'}page=${number}&per_page=${size}`
  const { status, body } = await app.call('GET', `${path}${paging}`)
  expect(status).toBe(200)
  return body
}

describe.each(Object.entries(lists))('%s', (_name, { path, id, total, maxPerPage = 500 }) => {
  it('has as many items on its pages as its total, whatever their size', async () => {
    const whole = (await page(path, 1, maxPerPage)).data.map(id)
    expect(new Set(whole).size).toBe(total)
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: Math.min(60, maxPerPage) }),
      async (size) => {
        const found: unknown[] = []
        const pages = Math.max(1, Math.ceil(total / size))
        for (let number = 1; number <= pages + 1; number += 1) {
          const { data, pagination } = await page(path, number, size)
          expect(pagination).toEqual({ total, page: number, per_page: size, page_count: pages })
          found.push(...data.map(id))
        }
        expect(found).toEqual(whole)
      },
    )
    await fc.assert(property, { numRuns: 5, examples: [[1], [total], [maxPerPage]] })
  })
})

it('lists artifacts page by page, each once', async () => {
  const path = '/artifacts/acme?flow_name=f0'
  const idOf = (item: Item) => item.artifact_id
  const { body } = await app.call('GET', `${path}&per_page=500`)
  expect(body).toHaveLength(19)
  for (const size of [1, 7, 19]) {
    const found: unknown[] = []
    for (let number = 1; number <= Math.ceil(19 / size) + 1; number += 1) {
      found.push(...(await page(path, number, size)).map(idOf))
    }
    expect(found).toEqual(body.map(idOf))
  }
})
