import { expect, test } from 'vitest'
import { exportTrails } from '#contract/trail/trail.ts'
import { exportUrls } from './page-actions.tsx'

test('asks for all rows under the filters of the page, in each form', () => {
  const params = { org: 'acme', flow_name: 'pay ments' }
  const shown = { page: 3, per_page: 50, verdict: ['INCOMPLETE', 'NON-COMPLIANT'], name: 'run' }
  expect(exportUrls(exportTrails, params, shown).map(({ href }) => href)).toEqual(
    ['csv', 'ndjson', 'json'].map(
      (format) =>
        `/api/v2/cairn/acme/exports/flows/pay%20ments/trails?archived=include&verdict=INCOMPLETE&verdict=NON-COMPLIANT&name=run&format=${format}`,
    ),
  )
})
