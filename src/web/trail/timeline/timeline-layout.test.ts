import { describe, expect, test } from 'vitest'
import { layOut } from './timeline-layout.ts'
import { scaleOf, ticksOf } from './timeline-scale.ts'
import type { Lane, Moment } from './timeline.ts'

const base = 1_790_000_000
const moment = (key: string, at: number, verdict: Moment['verdict'] = 'compliant'): Moment => ({
  key,
  at: base + at,
  label: key,
  verdict,
  attestationId: verdict && key,
  type: verdict && 'junit',
  isLate: false,
  isOverride: false,
})
const lane = (name: string, moments: Moment[], missing: string[] = []): Lane => ({
  key: name,
  name,
  moments,
  missing: missing.map((one) => ({ name: one, type: 'generic' })),
})

describe('timeline layout', () => {
  test('keeps everything inside its width, in the order of time', () => {
    const moments = [0, 40, 300, 1_200].map((at, index) => moment(String(index), at))
    const layout = layOut([lane('Trail', moments, ['scan'])], 600, false)
    const xs = layout.lanes[0]?.clusters.map(({ x }) => x) ?? []
    expect(xs).toEqual([...xs].sort((a, b) => a - b))
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(layout.start)
    expect(Math.max(...xs)).toBeLessThan(layout.lanes[0]?.missing?.x ?? 0)
  })

  test('names the days at midnight, which hours alone would not tell apart', () => {
    const at = Date.UTC(2026, 10, 24, 13) / 1_000
    const texts = ticksOf(at, at + 40 * 3_600, 4).map(({ text }) => text)
    expect(texts).toEqual(['25 Nov', '12:00', '26 Nov'])
  })

  test('gathers marks that would overlap, in their order', () => {
    const near = [moment('a', 0.1), moment('b', 0.2), moment('c', 500)]
    const [first, second] = layOut([lane('Trail', near)], 600, false).lanes[0]?.clusters ?? []
    expect(first?.moments.map(({ key }) => key)).toEqual(['a', 'b'])
    expect(second?.moments.map(({ key }) => key)).toEqual(['c'])
  })

  test('evidence never covers the beginning of its lane', () => {
    const near = [moment('begun', 0, null), moment('tests', 0.5), moment('later', 500)]
    const clusters = layOut([lane('Trail', near)], 600, false).lanes[0]?.clusters ?? []
    expect(clusters).toHaveLength(3)
    expect((clusters[1]?.x ?? 0) - (clusters[0]?.x ?? 0)).toBeGreaterThanOrEqual(14)
  })

  test('on phones a finger tells neighbours apart, also at the end of the axis', () => {
    const many = Array.from({ length: 40 }, (_, at) => moment(String(at), at * 10))
    const late = [moment('app', 399, null), moment('last', 400)]
    const { lanes, width } = layOut([lane('Trail', many), lane('app', late)], 326, true)
    for (const { clusters } of lanes) {
      const xs = clusters.map(({ x }) => x)
      for (const [index, x] of xs.slice(1).entries()) {
        expect(x - (xs[index] ?? 0)).toBeGreaterThanOrEqual(24)
      }
      expect(xs.at(-1)).toBeLessThanOrEqual(width)
    }
  })

  test('a single moment and an empty lane have their place', () => {
    const layout = layOut(
      [lane('Trail', [moment('a', 0, null)]), lane('app', [], ['x', 'y'])],
      600,
      true,
    )
    expect(layout.lanes[0]?.clusters[0]?.x).toBeGreaterThanOrEqual(0)
    expect(layout.lanes[1]?.missing?.text).toBe('2 missing')
    const artifact = { name: 'app', type: null }
    const textOf = (missing: { name: string; type: string | null }[]) =>
      layOut([{ ...lane('app', []), missing }], 600, true).lanes[0]?.missing?.text
    expect(textOf([artifact])).toBe('app')
    expect(textOf([artifact, { name: 'x', type: 'junit' }])).toBe('app and 1 more')
    expect(textOf([{ name: 'x', type: 'junit' }])).toBe('x')
    expect(layout.ticks).toHaveLength(1)
  })
})

describe('scale', () => {
  const first = [0, 20, 60, 100].map((at) => base + at)

  test('is even where nothing is long', () => {
    const { xOf, breaks } = scaleOf(first, 0, 500)
    expect(breaks).toEqual([])
    expect(xOf(base)).toBe(0)
    expect(xOf(base + 50)).toBeCloseTo(250)
    expect(xOf(base + 100)).toBe(500)
  })

  test('cuts a long silence before late evidence, says how long it was, and keeps the order', () => {
    const late = [...first, base + 90_000, base + 90_030]
    const { xOf, breaks } = scaleOf(late, 0, 500)
    expect(breaks).toMatchObject([{ text: '1\u00a0d' }])
    const xs = late.map(xOf)
    expect(xs).toEqual([...xs].sort((a, b) => a - b))
    expect(xOf(base + 100)).toBeGreaterThan(200)
    expect(xs.at(-1)).toBeCloseTo(500)
  })

  test('one moment, and two, are never cut', () => {
    expect(scaleOf([base], 8, 500).xOf(base)).toBe(8)
    expect(scaleOf([base, base + 1e6], 0, 500).breaks).toEqual([])
  })
})

describe('ticks', () => {
  test.each([
    [0.4, /^\d\d\.\d+$/],
    [8, /^\d\d:\d\d:\d\d$/],
    [1_300, /^\d\d:\d\d$/],
    [400_000, /^\d{1,2} \w+$/],
  ])('over %d s', (span, form) => {
    const ticks = ticksOf(base + 3, base + 3 + span, 6)
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.length).toBeLessThanOrEqual(7)
    for (const { at, text } of ticks) {
      expect(text).toMatch(form)
      expect(at).toBeGreaterThanOrEqual(base + 3)
      expect(at).toBeLessThanOrEqual(base + 3 + span)
    }
  })
})
