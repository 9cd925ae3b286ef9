import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { type Verdict, VerdictMark, verdicts } from '#web/domain-ui/verdict.tsx'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { AxisChart } from './axis-chart.tsx'

const emulate = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })

// The library comes before the tests, as it does before somebody points at a chart.
beforeAll(() => import('./axis-plot.tsx'))
beforeEach(() => emulate('active'))
afterEach(() => emulate('none'))

/** A colour of the system as it is computed. */
function systemColour(name: 'Canvas' | 'CanvasText') {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = name
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

it('draws marks of verdicts in the text colour, with signs that stand out in them', async () => {
  const kinds = Object.keys(verdicts) as Verdict[]
  await renderInRouter(kinds.map((verdict) => <VerdictMark key={verdict} verdict={verdict} />))
  const [ground, text] = [systemColour('Canvas'), systemColour('CanvasText')]
  for (const verdict of kinds) {
    const mark = page.getByRole('img', { name: verdicts[verdict].label, exact: true }).element()
    expect(getComputedStyle(mark).color, verdict).toBe(text)
    for (const sign of mark.querySelectorAll('.stroke-mark-ink')) {
      expect(getComputedStyle(sign).stroke, verdict).toBe(ground)
    }
  }
})

it('tells the parts of a column by edge and pattern', async () => {
  const fills = ['non-compliant', 'incomplete', 'by-exception', 'stale', 'compliant'] as const
  const { screen } = await renderInRouter(
    <AxisChart
      question="When did it start?"
      answer="Today"
      rowsAre="Class"
      rows={[
        {
          key: 1,
          label: 'one',
          title: 'One',
          values: Object.fromEntries(fills.map((f) => [f, 4])),
        },
      ]}
      series={fills.map((fill) => ({ field: fill, name: fill, fill }))}
      unit={{ caption: 'trails' }}
    />,
  )
  const plot = screen.getByRole('group')
  await expect.element(plot).toBeVisible()
  const parts = () => [...plot.element().querySelectorAll('.chart-part')]
  await expect.poll(() => parts().length).toBe(fills.length)
  const looks = parts().map((part) => getComputedStyle(part))
  expect(new Set(looks.map(({ stroke }) => stroke))).toEqual(new Set([systemColour('CanvasText')]))
  expect(new Set(looks.map(({ fill }) => fill)).size).toBe(fills.length)
})
