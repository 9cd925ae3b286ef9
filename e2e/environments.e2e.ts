import { add } from './choose.ts'
import { holdCalls } from './hold-calls.ts'
import { expect, reportTo, test } from './world.ts'

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  const put = (json: object) => report('PUT', '/environments/{org}', json)
  await put({ name: 'list-east', type: 'server', description: 'Where the sun rises' })
  await put({ name: 'list-west', type: 'K8S' })
  const members = { included_environments: ['list-east', 'list-west'] }
  await put({ name: 'list-all', type: 'logical', ...members })
  const artifacts = [{ digests: { shop: 'ab'.repeat(32) }, creationTimestamp: 1_790_000_000 }]
  await report('PUT', '/environments/{org}/list-east/report/server', { artifacts })
  await report('PATCH', '/tags/{org}/env/list-east', { set_tags: { tier: 'prod' } })
})

test('filters and sorts the list of environments, and opens one', async ({
  dashboard: page,
  open,
}) => {
  await open('flows')
  await expect(page.getByRole('button', { name: 'New flow' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await page.waitForURL(/\/environments$/)
  await expect(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
  await page.getByLabel('Filter by name').fill('list-')
  await page.waitForURL(/name=list-/)
  const rows = page.getByRole('table', { name: 'Environments' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  const east = rows.filter({ has: page.getByRole('link', { name: 'list-east', exact: true }) })
  await expect(east).toContainText('Unknown')
  await expect(east).toContainText('no policy attached')
  await expect(east).toContainText('server')
  await expect(east.getByRole('link', { name: '1 unknown running in list-east' })).toBeVisible()
  await expect(
    east.getByRole('link', { name: 'Last 30 days of list-east: unknown on 1' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Changed', 'Tags']) {
    await page.getByRole('menuitemcheckbox', { name }).click()
  }
  await page.keyboard.press('Escape')
  await expect(east.getByTitle('Where the sun rises')).toBeVisible()
  await expect(east).toContainText('tier:prod')

  await page.getByRole('link', { name: 'list-all', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(rows).toHaveCount(6)
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveCount(4)

  await page.getByRole('button', { name: 'Changed' }).click()
  await page.waitForURL(/sort=last_changed_at&sort_direction=desc/)
  await expect(rows.last()).toContainText('list-west')

  await open('environments?tag=tier:prod&type=server&name=list-')
  await expect(rows).toHaveCount(2)
  await open('environments?name=list-&space_id=7')
  await expect(page.getByRole('main')).toContainText('Space')
  await open('environments?name=list-&view=tiles')
  const tiles = page.getByRole('list', { name: 'Environments' }).getByRole('listitem')
  await expect(tiles).toHaveCount(3)
  await expect(tiles.filter({ hasText: 'list-east' })).toContainText('1 running, 1 unknown')
  // All are unknown: what is contained stands before what contains it.
  await expect(tiles.last()).toContainText('list-all')

  // On phones, too, the other views are in sight.
  await page.setViewportSize({ width: 390, height: 844 })
  const views = page.getByRole('group', { name: 'View' })
  await views.getByRole('button', { name: 'Services' }).click()
  await expect(page).toHaveURL(/view=services/)
  await views.getByRole('button', { name: 'Table' }).click()
  await expect(page).not.toHaveURL(/view=/)
})

test('an environment is created, described, tagged, renamed, archived and restored', async ({
  dashboard: page,
  open,
  report,
}) => {
  const name = `made-${Date.now()}`
  const renamed = `${name}.renamed`
  const main = page.getByRole('main')
  await open(`environments?name=${name}`)

  await test.step('create a logical one', async () => {
    await page.getByRole('button', { name: 'New environment' }).click()
    const dialog = page.getByRole('dialog', { name: 'New environment' })
    await dialog.getByLabel('Name', { exact: true }).fill('no spaces please')
    await dialog.getByRole('button', { name: 'Create environment' }).click()
    await expect(dialog.getByRole('alert').getByText('Use letters, digits')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('list-east')
    await dialog.getByRole('button', { name: 'Create environment' }).click()
    await expect(dialog.getByText('An environment with this name already exists')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByRole('radio', { name: /^logical/ }).check()
    await add(dialog, 'Included environments', 'list-east')
    await dialog.getByRole('button', { name: 'Create environment' }).click()
    await page.waitForURL(new RegExp(`/environments/${name}/`))
    await expect(main.getByRole('link', { name: 'list-east' })).toBeVisible()
  })

  await test.step('describe it in place', async () => {
    await page.getByRole('button', { name: 'Describe it' }).click()
    await page.getByRole('textbox', { name: 'Description' }).first().fill('All of it')
    await page.keyboard.press('Enter')
    await expect(main.getByText('All of it').first()).toBeVisible()
  })

  await test.step('settings', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('All of it')
    await add(page, 'Included environments', 'list-west')
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByLabel('Key of tag 1').fill('tier')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText('Saved.')).toBeVisible()
    await expect(main.getByRole('link', { name: 'and 1 more' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Remove list-west' })).toBeVisible()
    await expect(page.getByLabel('Key of tag 1')).toHaveValue('tier')
  })

  await test.step('another user saves meanwhile', async () => {
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine')
    const path = `/environments/{org}/${name}`
    await report('PATCH', path, { description: 'Theirs' })
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'This environment was saved elsewhere' })
    await expect(conflict).toBeVisible()
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect(conflict).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Theirs')
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  })

  await test.step('rename and archive', async () => {
    await page.getByLabel('New name').fill(renamed)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.waitForURL(`**/environments/${renamed}/settings`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(renamed)
    await page.getByRole('button', { name: 'Page actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive this environment' }).click()
    const dialog = page.getByRole('alertdialog', { name: `Archive ${renamed}?` })
    await expect(dialog.getByRole('button', { name: 'Archive' })).toBeDisabled()
    await dialog.getByLabel('Type the name to go on').fill(renamed)
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('note').getByText('read-only')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await open(`environments?archived=true&name=${renamed}`)
    await page.getByRole('link', { name: renamed, exact: true }).click()
    await page.getByRole('button', { name: 'Make it active again' }).click()
    await expect(page.getByRole('note')).toHaveCount(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement === document.body))
      .toBe(false)
  })
})

test('an environment says after which silence it is stale, and why', async ({
  signedIn: page,
  world,
  report,
}) => {
  const name = `silent-${Date.now()}`
  const path = `${world.host}/${world.org}/environments/${name}`
  await report('PUT', '/environments/{org}', { name, type: 'cloud-run' })
  await page.goto(path)
  await expect(page.getByText('Unknown, never reported')).toBeVisible()
  await report('PUT', `/environments/{org}/${name}/report/cloud-run`, { artifacts: [] })
  await page.reload()
  const fact = page.getByRole('link', { name: 'Stale after 7 d, assumed' })
  await expect(fact).toHaveAttribute('title', /needs 5 reports to learn from, has 1 report/)
  await fact.click()

  const field = page.getByRole('textbox', { name: 'Reporting interval' })
  await field.fill('soon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter it like 90 min')).toBeVisible()
  await field.fill('2000 d')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Between 1 min and 366 d')).toBeVisible()
  await field.fill('6 h')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Stale after 6 h, set' })).toBeVisible()

  await page.clock.setFixedTime(Date.now() + 7 * 3_600_000)
  await page.goto(path)
  await expect(page.getByText('Stale, last unknown')).toBeVisible()
  await expect(page.getByTitle('A report was due')).toHaveText('silent for 7 h, set interval 6 h')
  await expect(page.getByText(/^same verdict for 7 h$/)).toBeVisible()
  await page.getByRole('link', { name: 'Stale after 6 h, set' }).click()
  await field.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Stale after 7 d, assumed' })).toBeVisible()
  await expect(page.getByText('Stale, last unknown')).toHaveCount(0)
})

test('tags the focused row, several rows at once, and shows changes of others', async ({
  dashboard: page,
  open,
  report,
}) => {
  await open('environments?name=list-&cols=tags&cols=description')
  const rows = page.getByRole('table', { name: 'Environments' }).getByRole('row')
  const west = rows.filter({ has: page.getByRole('link', { name: 'list-west', exact: true }) })
  await page.getByRole('link', { name: 'list-west', exact: true }).focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Tag list-west' })
  await dialog.getByLabel('Key').fill('team')
  await dialog.getByLabel('Value').fill('core')
  await dialog.getByRole('button', { name: 'Set tag' }).click()
  await expect(west).toContainText('team:core')

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Tag' }).click()
  const bulk = page.getByRole('dialog', { name: 'Tag 3 environments' })
  await bulk.getByLabel('Key').fill('seen')
  await bulk.getByRole('button', { name: 'Set tag' }).click()
  await expect(bulk).toHaveCount(0)
  await expect(rows.filter({ hasText: /seen|\+\d/ })).toHaveCount(3)

  await report('PATCH', '/environments/{org}/list-west', { description: 'Changed by others' })
  await expect(west).toContainText('Changed by others')

  // The filter offers the tags that there are, with their numbers.
  const filter = page.getByRole('main').getByRole('button', { name: 'Tag', exact: true }).first()
  await filter.click()
  await page.getByRole('listbox', { name: 'Known: tag' }).getByText('team:core').click()
  await expect(page).toHaveURL(/tag=team/)
  await expect(rows).toHaveCount(2)
})

test('shows the rows before what stands of all, which moves none of them', async ({
  signedIn: page,
  world,
}) => {
  const answer = await holdCalls(page, '**/overview')
  await page.goto(`${world.host}/${world.org}/environments`)
  const row = page.getByRole('row').filter({ hasText: 'list-east' })
  await expect(row).toBeVisible()
  const facts = page.getByText(/\d+ (is|are) unknown/)
  await expect(facts).toHaveCount(0)
  const before = await row.boundingBox()
  answer()
  await expect(facts).toBeVisible()
  expect((await row.boundingBox())?.y).toBe(before?.y)
})
