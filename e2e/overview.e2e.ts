import { administer } from './administer.ts'
import { expect, test } from './world.ts'

const yaml = `_schema: https://schemas.example.com/policy/environment/v1
artifacts:
  provenance:
    required: true
`
const item = (name: string, letter: string) => {
  // Unique to this test: reports of other tests would be evidence here.
  const digest = `0e41${letter}`.padEnd(64, letter)
  return { digests: { [name]: digest }, creationTimestamp: 1_790_000_000 }
}

test('shows failures, and links to exactly the counted rows', async ({
  signedIn: page,
  world,
  report,
}) => {
  const tag = `overview-${Date.now()}`
  const [red, calm] = [`${tag}-red`, `${tag}-calm`]
  const api = async (method: string, path: string, body: FormData | string) => {
    const headers: Record<string, string> = { authorization: `Bearer ${world.key}` }
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    const answer = await fetch(`${world.host}/api/v2${path}`, { method, headers, body })
    expect(answer.ok, await answer.text()).toBe(true)
  }
  const form = new FormData()
  form.set('payload', JSON.stringify({ name: `${tag}-origin`, type: 'env' }))
  form.set('policy_file', new Blob([yaml]), 'policy.yml')
  await api('PUT', `/policies/${world.org}`, form)
  for (const name of [red, calm]) {
    await report('PUT', '/environments/{org}', { name, type: 'server' })
    await report('PATCH', `/tags/{org}/env/${name}`, { set_tags: { [tag]: 'yes' } })
  }
  await api(
    'POST',
    `/environments/${world.org}/${red}/policies`,
    JSON.stringify({ policy_names: [`${tag}-origin`] }),
  )
  const reported = (...artifacts: object[]) =>
    report('PUT', `/environments/{org}/${red}/report/server`, { artifacts })
  await reported()
  await reported(item('stranger', 'a'), item('stranger:2', 'b'))

  await page.goto(`${world.host}/`)
  await page.waitForURL(`${world.host}/${world.org}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Main' })
  await expect(rail.getByRole('link').nth(0)).toHaveText('Overview')
  await rail.getByRole('link', { name: 'Flows' }).click()
  await expect(rail.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL(`${world.host}/${world.org}`)

  await page.goto(`${world.host}/${world.org}?tag=${tag}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('of 2 non-compliant')
  await expect(main).toContainText('0 of 2 artifacts now, 0 %, without exception.')
  const row = page
    .getByRole('table', { name: 'What needs attention, oldest first' })
    .getByRole('row')
    .filter({ hasText: red })
  await expect(row).toContainText('stranger: ')
  await expect(main.getByText('stranger is non-compliant')).toBeVisible()
  await row.getByRole('link', { name: '2', exact: true }).click()
  await page.waitForURL(/running\?verdict=NON-COMPLIANT/)
  await expect(page.getByRole('row').filter({ hasText: 'stranger' })).toHaveCount(2)
  await page.goBack()

  await main.getByRole('link', { name: '1 unknown' }).first().click()
  await page.waitForURL(/environments\?.*standing=unknown/)
  await expect(page.getByRole('link', { name: calm, exact: true })).toBeVisible()
  await page.goBack()
  // Once the page is there, its heading takes the focus.
  await expect(main.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()

  await main.getByRole('button', { name: 'Table' }).first().click()
  const table = page.getByRole('table', { name: 'For how much can we vouch?' })
  await expect(table.getByRole('row', { name: 'Non-compliant 2 1' })).toBeVisible()

  // The focused environment is snoozed, still counted, and returns.
  for (const isTakenBack of [true, false]) {
    await expect(row.getByRole('button', { name: `Snooze ${red}` })).toBeEnabled()
    await row.getByRole('link', { name: new RegExp(`${red}$`) }).focus()
    await page.keyboard.press('z')
    await expect(row).toBeHidden()
    if (!isTakenBack) continue
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
  }
  await expect(main).toContainText('of 2 non-compliant')
  await main.getByText('1 snoozed by you').click()
  await main.getByRole('button', { name: `End snooze of ${red}` }).click()
  await expect(row).toBeVisible()

  const trend = page.getByRole('group', { name: /^Is it getting better/ })
  await trend.getByRole('link').last().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/events\?.*from=\d+.*to=\d+/)
  await page.goBack()

  // The page updates with new reports.
  await reported()
  await expect(main).toContainText('Never reported, and no policy is attached')
  await expect(main.getByRole('link', { name: new RegExp(red) })).toHaveCount(2)
})

test('a failing block leaves the others intact, and can be retried', async ({
  signedIn: page,
  world,
}) => {
  // A stream that opens and brings nothing: without one the page asks again before the button does.
  const stream = { contentType: 'text/event-stream', body: 'retry: 600000\n\n' }
  await page.route('**/cairn/*/events**', (route) => route.fulfill(stream))
  let isDown = true
  await page.route('**/overview/trails**', (route) =>
    isDown ? route.fulfill({ status: 503, json: { message: 'Down' } }) : route.continue(),
  )
  await page.goto(`${world.host}/${world.org}`)
  const tile = page.getByRole('main').locator('section').filter({ hasText: 'Trails, last 7 days' })
  await expect(tile).toContainText('could not be loaded', { timeout: 30_000 })
  await expect(tile).toContainText('–')
  await expect(page.getByRole('heading', { name: 'Recent changes' })).toBeVisible()
  isDown = false
  await tile.getByRole('button', { name: 'Retry' }).click()
  await expect(tile).toContainText(/need work|no trails/)
})

test('a new organization has four first steps that are checked off automatically', async ({
  page,
  world,
}) => {
  const org = `new-${Date.now()}`
  const key = await administer(world, async (administration) => {
    await administration.addUser(org)
    return administration.addKey(org, 'journey')
  })
  await page.goto(`${world.host}/sign-in`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${world.host}/${org}`)
  const steps = page.getByRole('region', { name: 'First run' })
  await expect(steps).toContainText('0 of 4 done')
  const send = async (path: string, form: FormData | null, json: object = {}) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` }
    if (!form) headers['content-type'] = 'application/json'
    const body = form ?? JSON.stringify(json)
    const answer = await fetch(`${world.host}/api/v2${path}`, { method: 'PUT', headers, body })
    expect(answer.ok, await answer.text()).toBe(true)
  }
  const trail = new FormData()
  trail.set('data_json', JSON.stringify({ name: 'build-1' }))
  await send(`/flows/${org}`, null, { name: 'shop' })
  await send(`/trails/${org}/shop`, trail)
  await expect(steps).toContainText('2 of 4 done')
  await expect(steps.getByRole('listitem').nth(1)).toContainText('build-1')
  const main = page.getByRole('main')
  await expect(main).toContainText('no environments')
  await expect(main).toContainText('nothing runs')
  await expect(main).not.toContainText('of 0')
  await expect(steps.getByRole('listitem').nth(2)).toContainText('kosli attest generic')

  await page.goto(`${world.host}/${org}?tag=team:shop`)
  await page.getByRole('button', { name: 'Save as my default' }).click()
  await expect(page.getByText('Your default filters')).toBeVisible()
  await page.goto(`${world.host}/${org}`)
  await page.waitForURL(`${world.host}/${org}?tag=team%3Ashop`)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.waitForURL(`${world.host}/${org}?range=7d`)
  await page.getByRole('button', { name: 'Forget my default' }).click()
  await expect(page.getByRole('button', { name: 'Forget my default' })).toBeHidden()
  await page.goto(`${world.host}/${org}`)
  await expect(page.getByRole('button', { name: 'Tag', exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${world.host}/${org}`)
})
