import { choose } from './choose.ts'
import { expect, test } from './world.ts'

test('a pipeline gets an account and a key, which is shown once, rotated and revoked', async ({
  dashboard: page,
  open,
  world,
}) => {
  await open('flows')
  const use = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${world.host}/api/v2/flows/${world.org}`, { headers })).status
  }
  const dialog = page.getByRole('dialog')
  const shownKey = async () => (await dialog.getByText(/^cairn_service_/).textContent()) ?? ''

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Service accounts' }).click()
  await page.getByRole('button', { name: 'New service account' }).click()
  await dialog.getByLabel('Name').fill('journey build')
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
  await dialog.getByLabel('Name').fill('journey-build')
  await dialog.getByRole('radio', { name: /^Reader/ }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'journey-build', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Label').fill('runner')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('It is shown only once.')).toBeVisible()
  const key = await shownKey()
  await expect(dialog.getByText(`KOSLI_ORG=${world.org}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  expect(await use(key)).toBe(200)
  await page.reload()
  const row = page.getByRole('row', { name: /runner/ })
  await expect(row).toContainText('from 127.0.0.1')

  await page.getByRole('button', { name: 'Rotate runner' }).click()
  await choose(dialog.getByLabel('The old key'), 'works for another hour')
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  await expect(dialog.getByText('It is shown only once.')).toBeVisible()
  const next = await shownKey()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  const old = page.getByRole('row', { name: /Rotating, (1 h|59 min)/ })
  await expect(old).toBeVisible()
  expect([await use(key), await use(next)]).toEqual([200, 200])

  // The page was read before these calls: who is about to revoke a key is told what holds now.
  const alert = page.getByRole('alertdialog')
  const newest = page.getByRole('row', { name: /runner/ }).filter({ hasNotText: 'Rotating' })
  await newest.getByRole('button', { name: 'Revoke runner' }).click()
  await expect(alert).toContainText('It was last used')
  await expect(alert).toContainText('It begins with cairn_service_')
  await alert.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert).toHaveCount(0)
  await old.getByRole('button', { name: 'Revoke runner' }).click()
  await expect(alert.getByRole('button', { name: 'Revoke' })).toBeDisabled()
  await alert.getByLabel('Type the label to go on').fill('runner')
  await alert.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('row', { name: /runner.*Revoked/ })).toBeVisible()
  expect([await use(key), await use(next)]).toEqual([401, 200])

  // A changed role is announced before it is saved, and applies from the next request on.
  await page.getByRole('radio', { name: /^Member/ }).check()
  await expect(page.getByText('Reader → Member, from the next request on.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Role Member')).toBeVisible()
  await page.getByText('Show every operation').click()
  await expect(page.getByRole('row', { name: /Report an artifact/ })).toContainText('Yes')
  await expect(page.getByRole('row', { name: /Archive a control/ })).toContainText('No')

  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete this service account' }).click()
  await expect(alert).toContainText('1 key stops working at once.')
  await alert.getByLabel('Type the name to go on').fill('journey-build')
  await alert.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Service accounts', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'journey-build' })).toHaveCount(0)
  expect(await use(next)).toBe(401)
})

test('a person is added with a one-time link, gets another role, and is removed', async ({
  dashboard: page,
  open,
  world,
  browser,
}) => {
  const dialog = page.getByRole('dialog')
  await open('settings/members')
  await page.getByRole('button', { name: 'Add a member' }).click()
  await dialog.getByRole('radio', { name: /^Is new/ }).check()
  await dialog.getByLabel('Name').fill('journey-anna')
  await dialog.getByLabel('E-mail').fill('anna@journey.example')
  await dialog.getByRole('radio', { name: /^Reader/ }).check()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This link is shown only once.')).toBeVisible()
  const link = (await dialog.getByText(/sign-in\?token=/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have sent it' }).click()

  const theirs = await browser.newPage()
  await theirs.goto(link)
  await theirs.getByRole('button', { name: 'Sign in with this link' }).click()
  await theirs.waitForURL(`${world.host}/${world.org}`)
  await theirs.goto(`${world.host}/${world.org}/settings/members`)
  await expect(theirs.getByText('This needs the role admin').first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Add a member' })).toBeDisabled()

  await page.getByRole('button', { name: 'Change role of journey-anna' }).click()
  await dialog.getByRole('radio', { name: /^Member/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /journey-anna/ })
  await expect(row).toContainText('Member')
  await expect(page.getByText('journey-anna Reader → Member')).toBeVisible()
  await expect(theirs.getByText(`yours in ${world.org} is member`).first()).toBeVisible()

  // The last admin cannot be removed, and the reason is shown.
  const last = page.getByRole('button', { name: 'Remove robin' })
  await expect(last).toBeDisabled()
  await expect(last).toHaveAccessibleDescription(/^The only admin stays/)

  // Ends the session of the other browser, and manages own keys.
  await theirs.getByRole('button', { name: /profile of journey-anna/ }).click()
  await theirs.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(theirs.getByText('No key of your own.')).toBeVisible()
  await expect(theirs.getByText('this one')).toBeVisible()
  await theirs.getByRole('button', { name: 'Make default: journey-anna' }).click()
  await expect(theirs.getByRole('button', { name: 'Make default: acme' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove journey-anna' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'No notification mails anna@journey.example.',
  )
  const question = page.getByRole('alertdialog', { name: 'Remove journey-anna from acme?' })
  await question.getByLabel('Type the name to go on').fill('journey-anna')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(page.getByText('journey-anna was removed, was Member')).toBeVisible()
  await theirs.close()
})
