import type { ComponentProps } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { AxisChart } from './axis-chart.tsx'
import type { ChartLink } from './axis-data.ts'
import { dayRows } from './day-rows.ts'

const day = 86_400
const start = Date.UTC(2026, 10, 24) / 1_000
const link = (search: object) => ({ to: '.', search }) as ChartLink
const details = ['Started', 'Exited', 'Other verdict', 'Scaled', 'Fell silent or reported again']

const chart = {
  question: 'When was activity highest?',
  answer: 'Most on 24 Nov',
  rowsAre: 'Day, UTC',
  rows: dayRows(
    [0, 1, 2].map((at) => ({ day: start + at * day })),
    start,
    () => ({ total: 1 }),
  ),
  series: [{ field: 'total', name: 'Events', fill: 'chart' }],
  details: details.map((name) => ({ field: name, name })),
  marks: [{ at: 1, verdict: 'non-compliant', title: 'prod fails', link: link({ flip: 7 }) }],
  marksAre: 'Worst flip',
  unit: { caption: 'events a day' },
  linkOf: ({ key }) => link({ day: key }),
} satisfies ComponentProps<typeof AxisChart>

afterEach(() => page.viewport(1440, 900))

async function renderTable() {
  const { screen, router } = await renderInRouter(<AxisChart {...chart} />)
  await screen.getByRole('button', { name: 'Table' }).click()
  return { screen, router }
}

it('has what marks lead to in a column of the table', async () => {
  const { screen, router } = await renderTable()
  await expect.element(screen.getByRole('columnheader', { name: 'Worst flip' })).toBeVisible()
  const row = screen.getByRole('row', { name: /^Wed, 25 Nov 2026/ })
  await row.getByRole('link', { name: 'prod fails' }).click()
  await expect.poll(() => router.history.location.search).toBe('?flip=7')
})

const cutTexts = () =>
  [...document.querySelectorAll('th, td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
    .map((cell) => cell.textContent)

it('cuts no text where there is room for all', async () => {
  await page.viewport(900, 844)
  const { screen } = await renderTable()
  await expect.element(screen.getByRole('table')).toBeVisible()
  expect(cutTexts()).toEqual([])
})

it('is not cut on a phone, where it scrolls beside its first column', async () => {
  await page.viewport(390, 844)
  const { screen } = await renderTable()
  await expect.element(screen.getByRole('table')).toBeVisible()
  expect(cutTexts()).toEqual([])
  const region = screen.getByRole('region').last().element()
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
  region.scrollLeft = 200
  const first = screen.getByRole('cell', { name: 'Wed, 25 Nov 2026', exact: true }).element()
  const { left } = first.getBoundingClientRect()
  expect(left).toBeCloseTo(region.getBoundingClientRect().left, 0)
})
