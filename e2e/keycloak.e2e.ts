import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Keycloak, startKeycloak } from './keycloak-server.ts'
import { cairn, freePort, type Service, startService } from './service.ts'

let folder: string
let keycloak: Keycloak
let service: Service

test.beforeAll(async () => {
  test.setTimeout(600_000)
  folder = await mkdtemp(join(tmpdir(), 'cairn-keycloak-'))
  const port = await freePort()
  const home = process.env['KEYCLOAK_HOME'] ?? ''
  keycloak = await startKeycloak(home, join(folder, 'keycloak'), `http://localhost:${port}`)
  const roles = 'cairn-admins=acme:admin,staff=acme:reader'
  const env = { ...keycloak.environment, CAIRN_OIDC_GROUPS: roles }
  service = await startService(join(folder, 'data'), { port, env })
  cairn(service.dataDir, 'user', 'add', 'owner')
  cairn(service.dataDir, 'org', 'add', 'acme', '--owner', 'owner')
})
test.afterAll(async () => {
  await service?.stop()
  await keycloak?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Goes to Keycloak from the page to sign in, and fills in its form. */
async function signIn(page: Page, user: string): Promise<void> {
  await page.goto(`${service.host}/acme/flows`)
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click()
  await page.getByLabel('Username or email').fill(user)
  await page.getByRole('textbox', { name: 'Password' }).fill(`password of ${user}`)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function roleOf(page: Page): Promise<string | undefined> {
  const answer = await page.request.get(`${service.host}/api/v2/cairn/session`)
  const { organizations } = (await answer.json()) as {
    organizations: { name: string; role: string }[]
  }
  return organizations.find(({ name }) => name === 'acme')?.role
}

for (const [user, role] of [
  ['nina', 'admin'],
  ['rita', 'reader'],
] as const)
  test(`${user} is ${role} by their group`, async ({ page }) => {
    await signIn(page, user)
    await page.waitForURL(`${service.host}/acme/flows**`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flows')
    expect(await roleOf(page)).toBe(role)
  })

test('who has no group that gives a role is refused', async ({ page }) => {
  await signIn(page, 'vera')
  await expect(page.getByRole('alert')).toContainText('ask an admin whether you may sign in')
})

test('who is disabled there does not get through', async ({ page }) => {
  await signIn(page, 'dora')
  await expect(page.getByText('Account is disabled')).toBeVisible()
  const answer = await page.request.get(`${service.host}/api/v2/cairn/session`)
  expect(answer.status()).toBe(401)
})

test('signing out also ends the session there', async ({ page }) => {
  await signIn(page, 'nina')
  await page.waitForURL(`${service.host}/acme/flows**`)
  await page.getByRole('button', { name: /nina|account|profile/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${service.host}/sign-in**`)
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click()
  await expect(page.getByLabel('Username or email')).toBeVisible()
})

test('another key that it signs with is believed at once', async ({ page }) => {
  await keycloak.rotate()
  await signIn(page, 'nina')
  await page.waitForURL(`${service.host}/acme/flows**`)
})
