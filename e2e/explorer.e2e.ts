import { readFile } from 'node:fs/promises'
import { expect, reportTo, test } from './world.ts'

const run = Date.now().toString(16).slice(-8)
const [good, bad] = [`c0de1${run}`.padEnd(40, '1'), `c0de2${run}`.padEnd(40, '2')]
const flows = [`explored-${run}`, `explored-too-${run}`]
const [flow = ''] = flows

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  for (const name of flows) {
    await report('PUT', '/flows/{org}/template_file', { name }, 'form')
    for (const [trail, sha1] of [
      ['passing', good],
      ['failing', bad],
    ]) {
      const git_commit_info = { sha1, message: `On ${trail}`, author: 'Mei', timestamp: 1 }
      const commit = { ...git_commit_info, branch: 'main', url: 'https://code.example/c' }
      await report('PUT', `/trails/{org}/${name}`, { name: trail, git_commit_info: commit }, 'form')
      const on = `/attestations/{org}/${name}/trail/${trail}`
      const is_compliant = trail === 'passing'
      const scan = { attestation_name: 'scan', is_compliant }
      await report('POST', `${on}/generic`, scan, 'form')
      await report('POST', `${on}/generic`, { ...scan, attestation_name: 'review' }, 'form')
    }
  }
  const approval = {
    attestation_name: 'approval',
    type_name: 'decision',
    control: 'EXPLORED-1',
    attestation_data: { is_compliant: false },
  }
  await report('POST', `/attestations/{org}/${flow}/trail/decided/system`, approval, 'form')
})

test('finds evidence by commit and by facets, and overrides failing attestations in bulk', async ({
  dashboard: page,
  open,
  report,
}) => {
  await open('attestations')
  await page.getByRole('link', { name: 'By commit' }).click()
  await page.getByRole('button', { name: 'Find evidence' }).click()
  await expect(page.getByRole('alert')).toContainText('Add a commit')

  const unseen = 'fedcba9876'
  await page
    .getByRole('textbox', { name: 'Commits' })
    .fill(`${good.slice(0, 12)},\n${bad}; ${unseen} and more`)
  await expect(page.getByRole('main')).toContainText('Left aside, since they are no hashes')
  await page.getByRole('button', { name: 'Find evidence' }).click()
  await page.waitForURL((url) => {
    const commits = url.searchParams.getAll('commit_list')
    return commits.join() === [good, bad, unseen].join()
  })
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row', { name: new RegExp(unseen) })).toContainText('Never seen')
  const label = `${bad.slice(0, 7)}, scan, Non-compliant, in ${flow}`
  await expect(grid.getByRole('link', { name: label, exact: true })).toBeVisible()
  await grid.getByRole('link', { name: label, exact: true }).click()
  await page.waitForURL(/trails\/failing\?attestation_id=/)
  await expect(page.getByRole('heading', { level: 2, name: 'scan' })).toBeVisible()

  // Failures can be shown alone, and the commits can be changed.
  await page.goBack()
  await page.getByRole('checkbox', { name: 'Only trouble' }).check()
  await page.waitForURL(/trouble=true/)
  await expect(grid.getByRole('row', { name: new RegExp(good.slice(0, 7)) })).toHaveCount(0)
  await expect(grid.getByRole('link', { name: label, exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only trouble' }).uncheck()
  await expect(page.getByRole('textbox', { name: 'Commits' })).toHaveCount(0)
  await page.getByRole('button', { name: '3 commits Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Commits' })).toHaveValue(new RegExp(good))

  // The grid is exported, with full hashes for abbreviated ones.
  await page.getByRole('button', { name: 'Page actions' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export all rows as NDJSON' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '').scope).toMatchObject({
    filter: { commit_list: [good, bad] },
    row_count: 8,
  })

  // A separate step selects all matches on all pages; a decision cannot be selected.
  const many = flows.map((name) => `flow_name=${name}`).join('&')
  await open(`attestations?${many}&per_page=3`)
  const rows = page.getByRole('table').getByRole('rowgroup').nth(1).getByRole('row')
  await expect(rows).toHaveCount(3)
  const decision = page.getByRole('checkbox', { name: 'Select approval of decided' })
  await expect(decision).toBeDisabled()
  await expect(decision).toHaveAttribute('title', /record another decision about its control/)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Select all 9 that match' }).click()
  await expect(bar).toContainText('8 selected')
  await expect(bar).toContainText('of 9 that match; 1 left aside')
  await bar.getByRole('button', { name: 'Clear' }).click()

  await open(`attestations?${many}`)
  await page.getByRole('button', { name: 'Verdict' }).click()
  await page.getByRole('radio', { name: 'Non-compliant 5' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(5)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar).toContainText('4 selected')
  await bar.getByRole('button', { name: 'Override' }).click()

  const dialog = page.getByRole('dialog', { name: 'Override 4 attestations' })
  await dialog.getByRole('button', { name: 'Override 4' }).click()
  await expect(dialog).toContainText('Choose what it counts as')
  await dialog.getByRole('radio', { name: /^Compliant/ }).check({ force: true })
  await dialog.getByLabel('Reason for all of them').fill('Known and accepted')
  const chosen = dialog.getByRole('list', { name: 'Chosen attestations' })
  await expect(chosen).toContainText('failing → Compliant')
  // Errors meanwhile are shown for each attestation.
  await report('PUT', `/flows/{org}/${flows[1]}/archive`, {})
  await dialog.getByRole('button', { name: 'Override 4' }).click()

  const outcome = page.getByRole('dialog', { name: '2 attestations overridden, 2 refused' })
  await expect(outcome.getByRole('list', { name: 'Refused' })).toContainText('archived')
  await outcome.getByRole('button', { name: 'Done' }).click()
  await expect(bar).toContainText('2 selected')
  await open(`attestations?flow_name=${flow}&overridden=true`)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Non-compliant\s*counts as\s*Compliant by override/)

  // Evidence is counted by its report; overrides are records of their own type.
  await open(`attestations?flow_name=${flow}&verdict=non-compliant&effective=compliant`)
  await expect(rows).toHaveCount(2)
  await expect(page.getByText(/ 2 non-compliant, 2 of them accepted by override/)).toBeVisible()
  await open(`attestations?flow_name=${flow}`)
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Records' }).click()
  await page.getByRole('radio', { name: 'evidence and overrides 7' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(7)
  await page.getByRole('button', { name: /^Records/ }).click()
  await page.getByRole('radio', { name: 'overrides only 2' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Compliant by override.*Override of Generic/)
})

test('the grid of commits says what a trail expects and does not have', async ({
  dashboard: page,
  open,
  report,
}) => {
  const name = `expecting-${run}`
  const content = `version: 1
trail:
  attestations: [{name: scan, type: generic}, {name: bias-report, type: generic}]
`
  const file = { part: 'template_file', name: 't.yml', content }
  await report('PUT', '/flows/{org}/template_file', { name }, file)
  const sha1 = `c0de3${run}`.padEnd(40, '3')
  const commit = { message: 'Weigh device age', author: 'Mei', timestamp: 1, branch: 'main' }
  const git_commit_info = { ...commit, sha1, url: 'https://code.example/c' }
  await report('PUT', `/trails/{org}/${name}`, { name: 'one', git_commit_info }, 'form')
  const scan = { attestation_name: 'scan', is_compliant: true }
  await report('POST', `/attestations/{org}/${name}/trail/one/generic`, scan, 'form')

  await open(`attestations?commit_list=${sha1}`)
  await expect(page.getByText('The commit has evidence: 1 lacks an attestation.')).toBeVisible()
  await expect(page.getByText('1 attestation, 1 missing')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: `bias-report missing in ${name}` })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  const missing = page.getByRole('grid').getByRole('link', { name: 'missing' })
  await expect(missing).toHaveAttribute('title', new RegExp(`bias-report, missing in ${name} one$`))
  await missing.click()
  await page.waitForURL(/trails\/one$/)
})

test('lists all attestations of an artifact, a trail and a commit', async ({
  dashboard: page,
  open,
  report,
}) => {
  const own = `explored-alone-${run}`
  const fingerprint = run.padEnd(64, 'f')
  await report('PUT', '/flows/{org}', { name: own })
  for (const trail_name of ['built', 'other']) {
    await report('PUT', `/trails/{org}/${own}`, { name: trail_name }, 'form')
    const on = `/attestations/{org}/${own}/trail/${trail_name}/generic`
    await report('POST', on, { attestation_name: 'review' }, 'form')
    if (trail_name === 'other') continue
    await report('POST', `/artifacts/{org}/${own}`, {
      fingerprint,
      filename: 'app:1',
      git_commit: good.replace('c0de1', 'c0de4'),
      build_url: 'https://ci.acme.example/1',
      commit_url: 'https://git.acme.example/1',
      trail_name,
    })
    const scan = { attestation_name: 'scan', artifact_fingerprint: fingerprint }
    await report('POST', on, scan, 'form')
  }
  const rows = page.getByRole('table').getByRole('rowgroup').nth(1).getByRole('row')
  await open(`flows/${own}/artifacts/${fingerprint}`)
  await page.getByRole('link', { name: 'All attestations' }).click()
  await expect(page).toHaveURL(new RegExp(`attestations\\?.*fingerprint=${fingerprint}`))
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('scan')

  await open(`flows/${own}/trails/built`)
  await page.getByRole('link', { name: 'All attestations' }).click()
  await expect(page).toHaveURL(/trail_name=built/)
  await expect(rows).toHaveCount(2)

  const narrow = async (label: string, value: string) => {
    // A list keeps showing its rarer filters until it is left.
    await open('flows')
    await open('attestations')
    const filters = page.getByRole('group', { name: 'Filters' })
    await filters.getByRole('button', { name: 'More filters' }).click()
    await filters.getByRole('button', { name: label, exact: true }).click()
    await page.getByPlaceholder(/first 5 characters/).fill(value)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('scan')
  }
  await narrow('Fingerprint', run)
  await narrow('Commit', `c0de4${run}`)
})
