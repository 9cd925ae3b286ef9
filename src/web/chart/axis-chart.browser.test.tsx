import type { ComponentProps } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { cdp, type Locator, userEvent } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { AxisChart } from './axis-chart.tsx'
import type { ChartLink, ChartRow } from './axis-data.ts'
import { dayRows } from './day-rows.ts'

const day = 86_400
const start = Date.UTC(2026, 9, 27) / 1_000
const hostile = '<img src=x onerror="alert(1)"> ‮evil‬ '.repeat(6)

// The library comes before the tests, as it does before somebody points at a chart.
beforeAll(() => import('./axis-plot.tsx'))

const link = (search: object) => ({ to: '.', search }) as ChartLink

/** Days from 27 October on; by itself 28 with one compliant and, on the last two, failing trails. */
function rowsOf(
  count = 28,
  valuesOf = (index: number): ChartRow['values'] => ({
    failed: index >= 26 ? 2 : 0,
    broken: 0,
    passed: 1,
  }),
) {
  const days = Array.from({ length: count }, (_, index) => ({ day: start + index * day, index }))
  return dayRows(days, start, ({ index }) => valuesOf(index))
}

const chart = {
  question: 'When did it start?',
  answer: 'Failing since 22 Nov',
  rowsAre: 'Day, UTC',
  rows: rowsOf(),
  series: [
    { field: 'failed', name: 'Non-compliant', fill: 'non-compliant' },
    { field: 'broken', name: 'Incomplete', fill: 'incomplete' },
    { field: 'passed', name: 'Compliant', fill: 'compliant' },
  ],
  unit: { caption: 'trails a day', total: 'Trails' },
  linkOf: ({ key }, field) => link({ day: key, field }),
  opens: "the day's trails",
} satisfies ComponentProps<typeof AxisChart>

async function renderChart(changes: Partial<ComponentProps<typeof AxisChart>> = {}) {
  const { screen, router } = await renderInRouter(
    <main className="p-4">
      <AxisChart {...chart} {...changes} />
    </main>,
  )
  const group = screen.getByRole('group')
  await expect.element(group).toBeVisible()
  const search = () => router.history.location.search
  const column = (name: RegExp) => group.getByRole('link', { name })
  return { screen, group, search, column }
}

/** Text of the card beside the column that is looked at. */
const cardIn = (group: Locator) => group.element().querySelector('.chart-card')?.textContent ?? null

/** A finger that touches an element and is lifted. */
function tap(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect()
  const place = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true }
  for (const type of ['pointerdown', 'pointerup', 'click']) {
    element.dispatchEvent(new PointerEvent(type, { ...place, pointerType: 'touch' }))
  }
}

/** A finger that takes an element to a place of the window and is lifted. */
async function drag(element: Element, clientX: number) {
  const { x, y, width, height } = element.getBoundingClientRect()
  const finger = { pointerId: 1, pointerType: 'touch', bubbles: true, cancelable: true }
  const clientY = y + height / 2
  const capture = { setPointerCapture() {}, releasePointerCapture() {} }
  Object.assign(element, { ...capture, hasPointerCapture: () => true })
  for (const [type, at] of [
    ['pointerdown', x + width / 2],
    ['pointermove', clientX],
    ['pointerup', clientX],
  ] as const) {
    element.dispatchEvent(new PointerEvent(type, { ...finger, clientX: at, clientY, buttons: 1 }))
    await new Promise(requestAnimationFrame)
  }
}

const meets = (one: DOMRect, other: DOMRect) =>
  Math.max(one.left, other.left) < Math.min(one.right, other.right) &&
  Math.max(one.top, other.top) < Math.min(one.bottom, other.bottom)

const boxesOf = (group: Locator, selector: string) =>
  Array.from(group.element().querySelectorAll(selector), (one) => one.getBoundingClientRect())

describe('a chart with axes', () => {
  it('shows all values of the column under the mouse, their sum and what a click opens', async () => {
    const { group, column, search } = await renderChart()
    expect(cardIn(group)).toBeNull()
    await column(/^Sun, 22 Nov 2026/).hover()
    expect(cardIn(group)).toBe(
      "Sun, 22 Nov 2026Compliant1Non-compliant2Trails3Click opens the day's trails",
    )
    await column(/^Mon, 2 Nov 2026/).hover()
    expect(cardIn(group)).toContain('Mon, 2 Nov 2026Compliant1Non-compliant0')
    await column(/^Mon, 2 Nov 2026/).click({ position: { x: 4, y: 4 } })
    await expect.poll(search).toBe(`?day=${start + 6 * day}`)
  })

  it('is one tab stop that enters at the newest day; arrows move, Enter opens', async () => {
    const { screen, group, column, search } = await renderChart()
    screen.getByRole('button', { name: 'Table' }).element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(column(/^Mon, 23 Nov 2026: 2 non-compliant, 1 compliant$/)).toHaveFocus()
    expect(cardIn(group)).toContain("Enter opens the day's trails")
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(column(/^Sun, 22 Nov 2026/)).toHaveFocus()
    await userEvent.keyboard('{PageUp}')
    await expect.element(column(/^Sun, 15 Nov 2026/)).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect.element(column(/^Tue, 27 Oct 2026/)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{Escape}')
    expect(cardIn(group)).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.poll(search).toBe(`?day=${start + day}`)
    await userEvent.keyboard('{End}{Tab}')
    expect(group.element().contains(document.activeElement)).toBe(false)
  })

  it('leads from a part that the arrow keys choose to what it counts', async () => {
    const { screen, group, column } = await renderChart()
    const newest = column(/^Mon, 23 Nov 2026/)
    screen.getByRole('button', { name: 'Table' }).element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(newest).toHaveFocus()
    const whole = newest.element().getAttribute('href')
    const parts = boxesOf(group, '.chart-active').length
    await userEvent.keyboard('{ArrowUp}')
    expect(boxesOf(group, '.chart-active')).toHaveLength(1)
    const first = newest.element().getAttribute('href')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    const last = newest.element().getAttribute('href')
    expect(new Set([whole, first, last]).size).toBe(3)
    expect(parts).toBe(2)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(newest.element().getAttribute('href')).toBe(whole)
  })

  it('shows values to a finger, and opens them when it taps again', async () => {
    const { group, column, search } = await renderChart()
    tap(column(/^Sun, 22 Nov 2026/).element())
    await expect.poll(() => cardIn(group)).toContain("Tap again for the day's trails")
    expect(search()).toBe('')
    tap(column(/^Mon, 9 Nov 2026/).element())
    await expect.poll(() => cardIn(group)).toContain('Mon, 9 Nov 2026')
    expect(search()).toBe('')
    tap(column(/^Mon, 9 Nov 2026/).element())
    await expect.poll(search).toBe(`?day=${start + 13 * day}`)
    tap(document.body)
    await expect.poll(() => cardIn(group)).toBeNull()
  })

  it('leads from each part of a column to what it counts, by a real link', async () => {
    const { group, column } = await renderChart()
    const whole = column(/^Sun, 22 Nov 2026/)
    await expect.element(whole).toHaveAttribute('href', `/?day=${start + 26 * day}`)
    await whole.hover()
    const { top } = whole.element().getBoundingClientRect()
    for (const name of ['failed', 'passed']) {
      const [part] = boxesOf(group, `.chart-active[data-field=${name}]`)
      await whole.hover({ position: { x: 10, y: part!.top - top + part!.height / 2 } })
      await expect.element(whole).toHaveAttribute('href', `/?day=${start + 26 * day}&field=${name}`)
    }
  })

  it('turns into a table of the same, newest first, and back', async () => {
    const { screen } = await renderChart({
      rows: rowsOf(28, (i) => ({ failed: 0, broken: 0, passed: i % 14 })),
    })
    await screen.getByRole('button', { name: 'Table' }).click()
    const table = screen.getByRole('table', { name: chart.question })
    await expect.element(screen.getByRole('group')).not.toBeInTheDocument()
    const heads = table.getByRole('columnheader').elements()
    expect(heads.map((head) => head.textContent)).toEqual([
      'Day, UTC',
      'Compliant',
      'Incomplete',
      'Non-compliant',
      'Trails',
    ])
    const cells = table.getByRole('row').nth(1).getByRole('cell').elements()
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'Mon, 23 Nov 2026',
      '13',
      '0',
      '0',
      '13',
    ])
    await expect.element(screen.getByText('None on the other 2 days.')).toBeVisible()
    await screen.getByRole('button', { name: 'Chart' }).click()
    await expect.element(screen.getByRole('group')).toBeVisible()
  })

  it('prints the drawing and the table, days with the same values as one line', async () => {
    const { screen, group } = await renderChart()
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    try {
      const table = screen.getByRole('table', { name: chart.question })
      const names = () =>
        table
          .getByRole('row')
          .elements()
          .map((row) => row.querySelector('td')?.textContent)
      await expect
        .poll(names)
        .toEqual([
          undefined,
          'Sun, 22 Nov 2026 to Mon, 23 Nov 2026',
          'Tue, 27 Oct 2026 to Sat, 21 Nov 2026',
        ])
      expect(boxesOf(group, '.chart-part')).toHaveLength(30)
      expect(group.getByRole('link').elements()).toEqual([])
    } finally {
      await cdp().send('Emulation.setEmulatedMedia', { media: '' })
    }
  })

  it('draws nothing of nothing, and names no series that counts nothing', async () => {
    const rows = rowsOf(28, () => ({ failed: 0, passed: 0 }))
    const { screen } = await renderInRouter(<AxisChart {...chart} rows={rows} />)
    await expect.element(screen.getByText('Failing since 22 Nov')).toBeVisible()
    expect(screen.container.querySelector('.chart-plot, button, svg')).toBeNull()
    const { screen: other } = await renderChart()
    await expect.element(other.getByText('28 compliant')).toBeVisible()
    await expect.element(other.getByText('4 non-compliant')).toBeVisible()
    expect(other.getByText('incomplete').elements()).toEqual([])
  })

  it('chooses several columns by Shift and arrows, and by a drag', async () => {
    const stretchLinkOf = (first: ChartRow, last: ChartRow) =>
      link({ from: first.key, to: last.key })
    const { screen, group, column, search } = await renderChart({ stretchLinkOf })
    screen.getByRole('button', { name: 'Table' }).element().focus()
    await userEvent.keyboard('{Tab}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
    expect(cardIn(group)).toBe(
      'Sat, 21 Nov 2026 to Mon, 23 Nov 2026Compliant3Non-compliant4Trails7Enter to choose them',
    )
    await userEvent.keyboard('{Enter}')
    await expect.poll(search).toBe(`?from=${start + 25 * day}&to=${start + 27 * day}`)
    await column(/^Mon, 2 Nov 2026/).dropTo(column(/^Fri, 30 Oct 2026/))
    await expect.poll(search).toBe(`?from=${start + 3 * day}&to=${start + 6 * day}`)
  })

  it('marks a column by a verdict that leads on, and makes what is beyond a window pale', async () => {
    const { group, search } = await renderChart({
      marks: [{ at: 26, verdict: 'non-compliant', title: 'prod fails', link: link({ flip: 7 }) }],
      window: { first: 21, last: 27, reset: link({}) },
    })
    const [column] = boxesOf(group, '[data-column="26"]')
    const mark = group.getByRole('link', { name: 'prod fails' })
    const { left, right } = mark.element().getBoundingClientRect()
    expect((left + right) / 2).toBeCloseTo((column!.left + column!.right) / 2, 0)
    const [pale] = boxesOf(group, '[data-pale]')
    expect(pale!.right).toBeCloseTo(boxesOf(group, '[data-column="21"]')[0]!.left, 0)
    await mark.click()
    await expect.poll(search).toBe('?flip=7')
  })

  it('moves the ends of its window by keys and by a finger, both by Shift, and resets them by Esc', async () => {
    const { group, search } = await renderChart({
      window: { first: 21, last: 27, reset: link({ usual: 1 }) },
      stretchLinkOf: (first: ChartRow, last: ChartRow) => link({ from: first.key, to: last.key }),
    })
    const days = (from: number, to: number) => `?from=${start + from * day}&to=${start + to * day}`
    const begins = group.getByRole('slider', { name: 'Window begins' })
    const ends = group.getByRole('slider', { name: 'Window ends' })
    await expect.element(ends).toHaveAttribute('aria-valuetext', 'Mon, 23 Nov 2026')
    begins.element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(begins).toHaveAttribute('aria-valuetext', 'Thu, 19 Nov 2026')
    await expect.poll(search).toBe(days(23, 27))
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await expect.poll(search).toBe(days(22, 26))
    await userEvent.keyboard('{Escape}')
    await expect.poll(search).toBe('?usual=1')
    const [column] = boxesOf(group, '[data-column="10"]')
    await drag(begins.element(), column!.right)
    await expect.poll(search).toBe(days(11, 27))
    // The days between the grips are in reach still.
    await group.getByRole('link', { name: /^Tue, 17 Nov 2026/ }).click()
    await expect.poll(search).toContain(`?day=${start + 21 * day}`)
  })

  it('leads from a line to what it marks, where that lies', async () => {
    const marked = { at: 9.5, label: 'baseline attached', link: link({ policy: 'baseline' }) }
    const { group, search } = await renderChart({
      markers: [marked, { at: 20, label: 'Median 3 h' }],
    })
    await group.getByRole('link', { name: 'baseline attached' }).click()
    await expect.poll(search).toBe('?policy=baseline')
    await expect.element(group.getByText('Median 3 h')).toBeVisible()
    const [left, right] = [9, 10].map((at) => boxesOf(group, `[data-column="${at}"]`)[0]!)
    const [line] = boxesOf(group, '.chart-marker path')
    expect(left!.right).toBeCloseTo(line!.left + line!.width / 2, 0)
    expect(right!.left).toBeCloseTo(line!.left + line!.width / 2, 0)
  })

  it.each([
    [
      { at: 0.9, label: 'Median 16 h 22 min' },
      { at: 2.1, label: '9 of 10 within 5 d 20 h' },
    ],
    [
      { at: 0.1, label: 'Median 16 h 22 min' },
      { at: 0.6, label: '9 of 10 within 5 d 20 h' },
    ],
    [
      { at: 3.1, label: 'Median 16 h 22 min' },
      { at: 3.4, label: '9 of 10 within 5 d 20 h' },
    ],
  ])('keeps labels of lines apart from each other, other lines and numbers', async (...markers) => {
    const { group } = await renderChart({
      rows: rowsOf(4, () => ({ failed: 4, broken: 0, passed: 0 })),
      markers,
    })
    group.element().parentElement!.style.width = '300px'
    await expect.poll(() => group.element().getBoundingClientRect().width).toBeLessThan(301)
    await expect.poll(() => boxesOf(group, '.chart-marker text')).toHaveLength(2)
    const labels = boxesOf(group, '.chart-marker text')
    const lines = boxesOf(group, '.chart-marker path')
    const numbers = boxesOf(group, 'text.chart-label').filter(({ width }) => width < 12)
    expect(numbers.length).toBeGreaterThan(0)
    for (const [index, label] of labels.entries())
      for (const other of [labels[1 - index]!, lines[1 - index]!, ...numbers])
        expect(meets(label, other)).toBe(false)
  })

  it.each([1, 2, 28, 365])('keeps %d days and their labels inside its card', async (count) => {
    const rows = rowsOf(count, (index) => ({ passed: index < count - 1 ? 400 : 120 }))
    const { group } = await renderChart({ rows })
    const links = group.getByRole('link').elements()
    expect(links).toHaveLength(count)
    expect(links.filter((one) => one.getAttribute('tabindex') === '0')).toHaveLength(1)
    const frame = group.element().getBoundingClientRect()
    const labels = boxesOf(group, '.recharts-xAxis-tick-labels text')
    const numbers = boxesOf(group, 'text.chart-label')
    expect(labels).not.toEqual([])
    for (const [index, box] of labels.entries()) {
      expect(box.left).toBeGreaterThan(labels[index - 1]?.right ?? frame.left - 1)
      expect(box.right).toBeLessThanOrEqual(frame.right + 1)
    }
    for (const box of boxesOf(group, '.chart-part')) {
      expect(box.width).toBeLessThanOrEqual(30)
      expect(box.bottom).toBeLessThanOrEqual(frame.bottom)
      expect(numbers.some((one) => meets(one, box))).toBe(false)
    }
  })

  it('shows hostile names as text that stays in the card', async () => {
    const { screen, group } = await renderChart({
      question: hostile,
      rows: ['one', 'two', 'three'].map((name, key) => ({
        key,
        label: `${name} ${hostile}`,
        title: `${name} ${hostile}`,
        values: { failed: 2 },
      })),
      series: [{ field: 'failed', name: hostile, fill: 'chart' }],
      unit: { caption: 'things' },
    })
    await group.getByRole('link').first().hover()
    expect(cardIn(group)).toContain('one <img src=x')
    expect(screen.container.querySelector('img')).toBeNull()
    const page = document.documentElement
    expect(page.scrollWidth).toBeLessThanOrEqual(page.clientWidth)
  })
})

describe('shares of a whole', () => {
  const shares = {
    kind: 'shares',
    rows: rowsOf(28, (index): ChartRow['values'] => {
      const isKnown = index < 10 || index > 15
      return { passed: isKnown ? 75 : null, failed: isKnown ? 25 : null }
    }),
    unit: { caption: 'share of time', format: (share: number) => `${share} %` },
    ticks: [0, 50, 100],
    gap: 'no environment',
  } satisfies Partial<ComponentProps<typeof AxisChart>>

  it('say of days of which nothing is known why, and how many they are', async () => {
    const { screen, group, column } = await renderChart(shares)
    const texts = [...group.element().querySelectorAll('text')].map((text) => text.textContent)
    expect(texts).toEqual(expect.arrayContaining(['0 %', '50 %', '100 %', 'no environment']))
    await expect.element(screen.getByText('no environment on 6 days')).toBeVisible()
    await column(/^Sun, 8 Nov 2026: no environment$/).hover()
    expect(cardIn(group)).toMatch(/^Sun, 8 Nov 2026no environment/)
    await screen.getByRole('button', { name: 'Table' }).click()
    await expect.element(screen.getByText('No environment on the other 6 days.')).toBeVisible()
  })
})
