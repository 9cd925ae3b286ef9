import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { DateTimeInput, type TypedMoment } from './date-time-input.tsx'
import type { Zone } from './moment-text.ts'
import { setLocalZone } from './time-text.ts'

afterEach(() => setLocalZone(null))

const at = Date.parse('2026-11-18T08:00:00Z') / 1_000

function From(props: { first?: TypedMoment; to?: number }) {
  const [value, setValue] = useState(props.first ?? { text: '', at: null })
  const [zone, setZone] = useState<Zone>('UTC')
  return (
    <>
      <DateTimeInput
        label="From"
        aria-label="From"
        value={value}
        zone={zone}
        presets={['2 hours ago']}
        {...(props.to !== undefined && { to: props.to })}
        onZone={setZone}
        onChange={setValue}
      />
      <output>{value.at === null ? 'none' : new Date(value.at * 1_000).toISOString()}</output>
    </>
  )
}

const field = page.getByRole('textbox', { name: 'From', exact: true })
const calendar = page.getByRole('button', { name: 'Calendar for From' })
const result = page.getByRole('status').first()

it('takes dates and words, and nothing else', async () => {
  await render(<From />)
  await field.fill('20 Nov 2026 08:00')
  await expect.element(result).toHaveTextContent('2026-11-20T08:00:00.000Z')
  await field.fill('2 huors ago')
  await expect.element(result).toHaveTextContent('none')
  await field.fill('2 hours ago')
  await expect.element(result).not.toHaveTextContent('none')
})

it('offers a month that is walked by keyboard; a day keeps the time', async () => {
  await render(<From first={{ text: '2026-11-18 08:00', at }} />)
  await calendar.click()
  const chosen = page.getByRole('gridcell', { selected: true })
  await expect.element(chosen).toHaveTextContent('18')
  await expect.element(chosen.getByRole('button')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(field).toHaveValue('2026-11-11 08:00')
  await expect.element(chosen).toHaveTextContent('11')
  await expect.element(chosen.getByRole('button')).toHaveFocus()
  await expect.element(result).toHaveTextContent('2026-11-11T08:00:00.000Z')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
})

it('shows the same moment on another clock', async () => {
  setLocalZone('Asia/Tokyo')
  await render(<From first={{ text: '2026-11-18 08:00', at }} />)
  await calendar.click()
  await page.getByRole('button', { name: 'Local' }).click()
  await expect.element(field).toHaveValue('2026-11-18 17:00')
  await expect.element(result).toHaveTextContent('2026-11-18T08:00:00.000Z')
  await page.getByRole('textbox', { name: 'Time' }).fill('9:30')
  await userEvent.keyboard('{Enter}')
  await expect.element(result).toHaveTextContent('2026-11-18T00:30:00.000Z')
})

it('does not offer days after the last one', async () => {
  await render(<From first={{ text: '2026-11-18 08:00', at }} to={at} />)
  await calendar.click()
  await expect.element(page.getByRole('button', { name: /November 19th/ })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: /November 17th/ })).toBeEnabled()
})

it('sets a moment in words at once', async () => {
  await render(<From />)
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await page.getByRole('button', { name: '2 hours ago' }).click()
  await expect.element(field).toHaveValue('2 hours ago')
  await expect.element(result).not.toHaveTextContent('none')
})

it.each([
  [1440, 900, 40],
  [1440, 900, 440],
  [1440, 900, 820],
  [1366, 640, 300],
  [390, 844, 760],
])('shows a whole month in a window of %d × %d, its field at %d', async (width, height, top) => {
  await page.viewport(width, height)
  await render(
    <div style={{ position: 'absolute', top, width: 280 }}>
      <From to={at} />
    </div>,
  )
  await calendar.click()
  const days = page.getByRole('grid')
  await expect.element(days).toBeVisible()
  const isInside = () =>
    [days, page.getByRole('button', { name: 'Done' })].every((part) => {
      const box = part.element().getBoundingClientRect()
      const found = document.elementFromPoint(box.left + 8, box.bottom - 4)
      return box.top >= 0 && box.bottom <= innerHeight && part.element().contains(found)
    })
  await expect.poll(isInside).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveFocus()
  await page.viewport(1440, 900)
})
