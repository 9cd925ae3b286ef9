import { violationsOf } from './axe.ts'
import { signInAs } from './sign-in-as.ts'
import { holdCalls } from './hold-calls.ts'
import { visit } from './open-by-link.ts'
import { expect, test } from './world.ts'

const flow = 'excepted'

test('an officer reviews the exceptions of the quarter by keyboard', async ({
  browser,
  world,
  report,
}, { testId }) => {
  const { org, host } = world
  const run = `run-${testId.slice(-8)}`
  await report('PUT', '/flows/{org}', { name: flow })
  const payload = { attestation_name: 'scan', is_compliant: false }
  await report('POST', `/attestations/{org}/${flow}/trail/${run}/generic`, payload, 'form')
  await report('POST', '/cairn/{org}/overrides', {
    flow_name: flow,
    trail_name: run,
    attestation_name: 'scan',
    original_attestation_type: 'generic',
    new_compliance_status: true,
    reason: 'Accepted until the next release',
  })
  const page = await signInAs(browser, world, `officer-${testId.slice(-8)}`, 'member')
  await visit(page, `${host}/${org}/exceptions?q=${run}`)
  const row = page.getByRole('row', { name: /Accepted until the next release/ })
  await expect(row).toContainText('never')
  await page.getByRole('link', { name: 'Review all of this quarter' }).click()
  await expect(page.getByRole('heading', { name: /^Review of Q/, level: 1 })).toBeVisible()
  const found = await page.request.get(`${host}/api/v2/cairn/${org}/exceptions?q=${run}`)
  const [{ exception_id }] = ((await found.json()) as { data: [{ exception_id: string }] }).data
  await visit(page, `${host}/${org}/exceptions/review?exception=override:${exception_id}`)
  await expect(page.getByText('Accepted until the next release')).toBeVisible()
  for (const choice of await page.getByRole('radio').all()) await expect(choice).not.toBeChecked()
  await page.getByRole('button', { name: 'Decide, next' }).click()
  await expect(page.getByText('Choose what becomes of it')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('radio', { name: /End now/ })).toBeChecked()
  await page.keyboard.press('k')
  await expect(page.getByRole('radio', { name: /Keep/ })).toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Reason').fill('Still accepted')
  await page.getByRole('button', { name: 'Keep, next' }).click()
  await expect(
    page.getByRole('list', { name: 'Exceptions under review' }).getByText('kept').first(),
  ).toBeVisible()

  await visit(page, `${host}/${org}/exceptions?q=${run}`)
  await expect(row).toContainText('kept')
  await page.context().close()
})

test('a press opens the row that it began on, though the charts above come meanwhile', async ({
  signedIn: page,
  world: { host, org },
  report,
}, { testId }) => {
  const run = `pressed-${testId.slice(-8)}`
  await report('PUT', '/flows/{org}', { name: flow })
  const payload = { attestation_name: 'pressed', is_compliant: false }
  await report('POST', `/attestations/{org}/${flow}/trail/${run}/generic`, payload, 'form')
  await report('POST', '/cairn/{org}/overrides', {
    flow_name: flow,
    trail_name: run,
    attestation_name: 'pressed',
    original_attestation_type: 'generic',
    new_compliance_status: true,
    reason: 'Accepted until the next release',
  })
  const release = await holdCalls(page, /\/charts-[^/]+\.js/, /\/overrides\/statistics/)
  await visit(page, `${host}/${org}/exceptions?kind=override&q=${run}`)
  const row = page.getByRole('row', { name: /Accepted until the next release/ })
  await row.getByRole('link', { name: 'pressed', exact: true }).hover()
  await page.mouse.down()
  release()
  await expect(page.getByRole('heading', { name: 'Who overrides most?' })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Override of pressed', level: 1 })).toBeVisible()
})

test('a reviewer learns what another did meanwhile, and a reader decides nothing', async ({
  browser,
  world,
  report,
}, { testId }) => {
  const { org, host } = world
  const env = `excepted-${testId.slice(-8)}`
  const artifact_fingerprint = 'e7'.repeat(32)
  const entry = { artifact_fingerprint, artifact_name: env, description: 'Comes from a partner' }
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await report('PUT', `/allowlists/{org}/${env}`, entry)
  const page = await signInAs(browser, world, `second-${testId.slice(-8)}`, 'member')
  const found = await page.request.get(`${host}/api/v2/cairn/${org}/exceptions?q=${env}`)
  const [{ exception_id }] = ((await found.json()) as { data: [{ exception_id: string }] }).data
  const review = `${host}/${org}/exceptions/review?exception=allow_list:${exception_id}`
  await visit(page, review)
  await expect(page.getByText('Comes from a partner')).toBeVisible()
  await page.keyboard.press('x')
  await page.getByLabel('Reason').fill('Not needed any more')

  const reader = await signInAs(browser, world, `reader-${testId.slice(-8)}`, 'reader')
  await visit(reader, review)
  await expect(reader.getByText('Comes from a partner')).toBeVisible()
  for (const choice of await reader.getByRole('radio').all()) await expect(choice).toBeDisabled()
  await expect(reader.getByRole('button', { name: 'Decide, next' })).toBeDisabled()
  expect(await violationsOf(reader)).toEqual([])

  // The page would follow the change by itself: only what the reviewer saw is kept from changing.
  await page.route('**/exceptions/review', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await report('PUT', `/allowlists/{org}/${env}`, { ...entry, expires_at: 4_000_000_000 })
  await page.getByRole('button', { name: 'End now, next' }).click()
  await expect(page.getByRole('alert')).toContainText('was changed in the meantime')
  await page.context().close()
  await reader.context().close()
})

test('the register is read page by page, and narrowed to what is over', async ({
  dashboard: page,
  open,
  report,
}, { testId }) => {
  const env = `paged-${testId.slice(-8)}`
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  for (const digit of ['a', 'b', 'c']) {
    await report('PUT', `/allowlists/{org}/${env}`, {
      artifact_fingerprint: digit.repeat(64),
      artifact_name: `${env}:${digit}`,
      description: 'Comes from a partner',
    })
  }
  await open(`exceptions?kind=allow_list&environment_name=${env}&per_page=2`)
  const rows = page.getByRole('row', { name: new RegExp(env) })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(rows).toHaveCount(2)
  await expect(pages).toContainText('2 rows of 3')
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(rows).toHaveCount(1)
  await expect(pages).toContainText('1 row of 3')
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.reload()
  await expect(rows).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  await pages.getByRole('link', { name: 'First page' }).click()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press(']')
  await expect(rows).toHaveCount(1)

  await report('DELETE', `/allowlists/{org}/${env}/${'b'.repeat(64)}`, {})
  await page.getByRole('button', { name: 'State' }).first().click()
  await page.getByRole('checkbox', { name: 'Ended or declined' }).check()
  await expect(page).toHaveURL(/state=ended/)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('withdrawn')

  await open('exceptions?page_after=nonsense')
  await expect(page.getByText(/Ignored|left aside/)).toContainText('nonsense')
})
