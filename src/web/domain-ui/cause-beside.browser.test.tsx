import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { CauseBeside } from './cause-beside.tsx'

const show = (width: number) =>
  render(
    <table className="data-table" style={{ width }}>
      <tbody>
        <tr>
          <td style={{ padding: 0 }} aria-label="Verdict">
            <span className="flex min-w-0 gap-1.5">
              <span style={{ flex: 'none', width: 100 }}>Non-compliant</span>
              <CauseBeside title="fails production-gate">fails production-gate</CauseBeside>
              <a href="#why">Why?</a>
            </span>
          </td>
        </tr>
      </tbody>
    </table>,
  )

/** The part of the text that is seen, in pixels. */
function seen() {
  const cause = document.querySelector('[data-cause]')!.getBoundingClientRect()
  const text = document.querySelector('[data-cause] .truncate')!.getBoundingClientRect()
  return text.top < cause.bottom ? text.width : 0
}

it.each([
  ['all of a cause where there is room', 400, 240],
  ['its beginning where there is less', 200, 48],
])('shows %s', async (_what, width, least) => {
  await show(width)
  expect(seen()).toBeGreaterThanOrEqual(least)
})

it('shows none of a cause where there is room for a letter', async () => {
  await show(150)
  expect(seen()).toBe(0)
})
