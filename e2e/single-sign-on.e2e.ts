import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type People, startIdentityProvider } from '#server/testing/identity-provider.ts'
import { administer } from './administer.ts'
import { violationsOf } from './axe.ts'
import { freePort, startService } from './service.ts'
import { expect, test } from './world.ts'

const people: People = {
  nina: { preferred_username: 'nina', groups: ['staff'] },
  stranger: { preferred_username: 'stranger', groups: [] },
}

test('a person signs in and out at the identity provider, and gets in by a group alone', async ({
  page,
  context,
}) => {
  test.slow()
  const port = await freePort()
  const host = `http://localhost:${port}`
  const provider = await startIdentityProvider(host, people)
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-e2e-oidc-'))
  const env = { ...provider.environment, CAIRN_OIDC_GROUPS: 'staff=acme:member' }
  const service = await startService(dataDir, { port, env })
  try {
    await administer({ dataDir }, async (administration) => {
      await administration.addUser('owner')
      await administration.addOrganization('acme', 'owner')
    })
    await page.goto(`${host}/acme/flows?visibility=public`)
    await page.waitForURL(/sign-in\?return_to=/)
    await expect(page.getByText('Then on to acme / flows')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    const useProvider = async (user: string) => {
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click()
      await page.getByLabel('User').fill(user)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await useProvider('stranger')
    await expect(page.getByRole('alert')).toContainText('ask an admin whether you may sign in')
    expect(await violationsOf(page)).toEqual([])

    // The provider still knows the stranger.
    await context.clearCookies()
    await page.goto(`${host}/acme/flows?visibility=public`)
    await useProvider('nina')
    await page.waitForURL(`${host}/acme/flows?visibility=public`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flows')

    await page.goto(`${host}/acme/settings/organization`)
    await expect(page.getByText('1 of 2 members used it; 1 did not')).toBeVisible()
    const groups = page.getByRole('table', { name: 'Groups that give roles' })
    await expect(groups.getByRole('row', { name: 'staff' })).toContainText('Member')
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${host}/acme/flows`)

    await page.getByRole('button', { name: 'New flow' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('by-nina')
    await context.clearCookies({ name: 'cairn_session' })
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    const opened = context.waitForEvent('page')
    await dialog.getByRole('link', { name: /single sign-on in a new tab/ }).click()
    // The provider remembers who signed in a moment ago.
    const tab = await opened
    await tab.waitForURL(`${host}/acme`)
    await tab.close()
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(dialog).toHaveCount(0)
    await page.waitForURL(/flows\/by-nina/)

    await page.getByRole('button', { name: /nina|account|profile/i }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(`${provider.issuer}/**`)
  } finally {
    await service.stop()
    await provider.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
