import { beforeAll, expect, it } from 'vitest'
import { renderInRouter } from '#web/testing/render-in-router.tsx'
import { AxisChart } from './axis-chart.tsx'

// The library comes before the tests, as it does before somebody points at a chart.
beforeAll(() => import('./axis-plot.tsx'))

it('numbers each of few columns but the one that a line goes through', async () => {
  const { screen } = await renderInRouter(
    <main>
      <AxisChart
        question="How fast?"
        answer="Median 1 d 6 h"
        rowsAre="Lead time"
        rows={[4, 10, 6].map((count, key) => ({
          key,
          label: `<${key + 1} d`,
          title: `Up to ${key + 1} d`,
          values: { count },
        }))}
        series={[{ field: 'count', name: 'Deployments', fill: 'chart' }]}
        unit={{ caption: 'deployments' }}
        markers={[
          { at: 0.7, label: 'Median 1 d 6 h' },
          { at: 2, label: '9 of 10 within 3 d' },
        ]}
      />
    </main>,
  )
  const group = screen.getByRole('group')
  await expect.element(group.getByText('Median 1 d 6 h')).toBeVisible()
  const numbers = () =>
    [...group.element().querySelectorAll('text.chart-label')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^\d+$/.test(text ?? ''))
  await expect.poll(numbers).toEqual(['4', '10'])
})
