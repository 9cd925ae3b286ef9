import { expect, reportTo, test } from './world.ts'

const flow = 'matrix-journey'
const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
  artifacts: [{ name: app, attestations: [{ name: tests, type: junit }, { name: scan, type: generic }] }]
`
const fingerprint = 'cd'.repeat(32)
const suite = { name: 'suite', total: 5, failures: 0, errors: 0, skipped: 0, duration: 1 }

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  const file = { part: 'template_file', name: 't.yml', content: template }
  await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
  for (const [name, failures] of [
    ['run-1', 0],
    ['run-2', 2],
    ['run-3', 1],
  ] as const) {
    await report('PUT', `/trails/{org}/${flow}`, { name }, 'form')
    const on = `/attestations/{org}/${flow}/trail/${name}`
    await report('POST', `${on}/generic`, { attestation_name: 'review' }, 'form')
    await report('POST', `/artifacts/{org}/${flow}`, {
      fingerprint,
      filename: 'app:1',
      git_commit: 'c0ffee'.padEnd(40, '0'),
      build_url: 'https://ci.acme.example/1',
      commit_url: 'https://git.acme.example/1',
      template_reference_name: 'app',
      trail_name: name,
    })
    const junit_results = [{ ...suite, failures }]
    const tests = { attestation_name: 'tests', artifact_fingerprint: fingerprint, junit_results }
    await report('POST', `${on}/junit`, tests, 'form')
  }
})

test('ranks failing slots, and links to exactly the counted trails', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails`)
  await expect(page.getByRole('row', { name: /run-3/ })).toBeVisible()
  await page.getByRole('link', { name: 'Matrix' }).click()
  await expect(
    page.getByRole('heading', {
      name: /^tests fails most: 2 of 3 trails, in every report since \d+ \w+$/,
    }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Repair first: 2 slots' }).click()
  const rank = page.getByRole('table', { name: /what to repair first/i }).getByRole('row')
  await expect(rank.nth(1)).toContainText('tests')
  await expect(rank.nth(1)).toContainText('not fixed yet')
  await rank.nth(1).getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/attestation_name=tests&slot_state=NON-COMPLIANT/)
  const rows = page.getByRole('grid').getByRole('rowheader')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('run-3')
  await page.getByRole('button', { name: 'Clear Non-compliant: app / tests' }).click()
  await page.getByRole('button', { name: /^Clear Started: from/ }).click()
  await expect(rows).toHaveCount(3)
})

test('is navigated by keyboard, and a cell opens its evidence or the trail that lacks it', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/matrix`)
  const grid = page.getByRole('grid', { name: `Slots of the trails of ${flow}` })
  await expect(grid.getByRole('link', { name: '2 fail', exact: true })).toBeVisible()
  await expect(grid.getByRole('row', { name: /Not compliant, of 3/ })).toContainText(/since \d+ /)
  await expect(grid.getByRole('row', { name: /run-3/ })).toContainText('1 failed of 5 tests')
  await grid.getByRole('link', { name: 'run-3, Non-compliant' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(grid.getByRole('link', { name: 'run-2, Non-compliant' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(grid.getByRole('link', { name: 'run-2, app / scan, Missing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/trails\/run-2$/)
  await page.goBack()
  await grid.getByRole('link', { name: 'run-1, Incomplete' }).focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('link', { name: 'run-1, app / tests, Compliant' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/trails\/run-1\?attestation_id=/)
  await expect(page.getByRole('complementary', { name: 'tests' })).toBeVisible()
})

test('updates with new reports', async ({ dashboard: page, open, report }) => {
  await open(`flows/${flow}/matrix`)
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('link', { name: 'run-3, app / scan, Missing' })).toBeVisible()
  await report(
    'POST',
    `/attestations/{org}/${flow}/trail/run-3/generic`,
    { attestation_name: 'scan', artifact_fingerprint: fingerprint },
    'form',
  )
  await expect(grid.getByRole('link', { name: 'run-3, app / scan, Compliant' })).toBeVisible()
})

test('shows days as a chart and a table, and a pass rate, with links to their trails', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/trails`)
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { name: '2 of 3 trails non-compliant in 30 days' }),
  ).toBeVisible()
  await main.getByRole('link', { name: /: 2 non-compliant, 1 / }).hover()
  const failing = await main.locator('.chart-active[data-field=non_compliant]').boundingBox()
  if (failing) await page.mouse.click(failing.x + 4, failing.y + 4)
  await page.waitForURL(/verdict=NON-COMPLIANT/)
  const rows = main.getByRole('table', { name: `Trails of ${flow}` }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await main.getByRole('button', { name: 'Table' }).click()
  const days = main
    .getByRole('table', { name: '2 of 3 trails non-compliant in 30 days' })
    .getByRole('row')
  await days
    .nth(1)
    .getByRole('link', { name: /: 3 trails$/ })
    .click()
  await expect(rows).toHaveCount(4)
  await main.getByRole('link', { name: '0 % of 3 trails compliant, 30 days' }).click()
  await page.waitForURL(/trails\?range=30d$/)
  await expect(rows).toHaveCount(4)
})

test('explains a flow without slots, and how to begin without trails', async ({
  dashboard: page,
  open,
  report,
}) => {
  await report('PUT', '/flows/{org}', { name: 'matrix-bare' })
  await open('flows/matrix-bare/matrix')
  await expect(page.getByRole('heading', { name: 'No trail yet' })).toBeVisible()
  await report('PUT', '/trails/{org}/matrix-bare', { name: 'one' }, 'form')
  await expect(page.getByRole('note')).toContainText('no trail can be incomplete')
  await expect(page.getByRole('grid').getByRole('link', { name: 'one, Compliant' })).toBeVisible()
})

test('compares two trails slot by slot, chosen by pointer or keyboard', async ({
  dashboard: page,
  open,
}) => {
  await open(`flows/${flow}/matrix`)
  const grid = page.getByRole('grid')
  await grid.getByRole('link', { name: 'run-1, Incomplete' }).focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('note')).toContainText('another trail to compare with run-1')
  await grid.getByRole('checkbox', { name: 'Compare run-2' }).check()
  const comparison = page.getByRole('region', { name: 'run-1 against run-2' })
  await expect(comparison).toContainText('run-1 and run-2 differ in 1 of 4 slots')
  await expect(comparison).toContainText(/tests: run-1 compliant.*; run-2 non-compliant/)
  await comparison.getByRole('button', { name: 'Compare side by side' }).click()
  await expect(comparison.getByRole('row')).toHaveCount(2)
  const first = comparison.getByRole('row').nth(1)
  await expect(first).toContainText(/tests.*Compliant.*Non-compliant/)
  expect(new URL(page.url()).search).toBe('?compare=run-1&compare=run-2')
  await page.reload()
  await expect(comparison).toContainText('run-1 and run-2 differ in 1 of 4 slots')
  await comparison.getByRole('button', { name: 'Compare side by side' }).click()
  await comparison.getByRole('button', { name: 'Show 3 equal slots' }).click()
  await expect(comparison.getByRole('row')).toHaveCount(5)
  await first.getByRole('link', { name: 'Non-compliant' }).click()
  await page.waitForURL(/trails\/run-2\?attestation_id=/)
  await open(`flows/${flow}/matrix?compare=run-1&compare=gone`)
  await expect(page.getByRole('region', { name: 'run-1 against gone' })).toContainText('gone')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/matrix$/)
})

test('compares trails that are selected in the list, and a trail with the one before it', async ({
  dashboard: page,
  open,
}) => {
  const trails = `flows/${flow}/trails`
  await open(trails)
  await page.getByRole('checkbox', { name: 'Select run-2', exact: true }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('Select two to compare them')
  await page.getByRole('checkbox', { name: 'Select run-1', exact: true }).check()
  await bar.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('region', { name: 'run-1 against run-2' })
  await expect(comparison).toContainText('run-1 and run-2 differ in 1 of 4 slots')
  await expect(page).toHaveURL(/matrix\?compare=run-1&compare=run-2$/)

  await open(`${trails}/run-2?verdict=NON-COMPLIANT`)
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Compare with the trail before' }).click()
  await expect(comparison).toContainText('run-1 and run-2 differ in 1 of 4 slots')
  await open(`${trails}/run-1`)
  await expect(page.getByRole('link', { name: 'Newer trail run-2' })).toBeVisible()
  await page.getByRole('button', { name: 'Page actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy as Markdown' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Compare/ })).toHaveCount(0)
})
