import { createHash } from 'node:crypto'
import { expect, test } from './world.ts'

const flow = 'search-journey'
const printOf = (text: string) => createHash('sha256').update(`search ${text}`).digest('hex')
const commit = printOf('commit').slice(0, 40)

test.beforeEach(async ({ report }) => {
  await report('PUT', '/flows/{org}', { name: flow })
  for (const name of ['search-api', 'search-web']) {
    await report('POST', `/artifacts/{org}/${flow}`, {
      fingerprint: printOf(name),
      filename: name,
      git_commit: commit,
      build_url: 'https://ci.acme.example/1',
      commit_url: '',
      trail_name: 'run-1',
    })
  }
  await report('PUT', '/environments/{org}', { name: 'search-prod', type: 'server' })
  const digests = { 'search-api': printOf('search-api'), unknown: printOf('unknown') }
  await report('PUT', '/environments/{org}/search-prod/report/server', {
    artifacts: [{ digests, creationTimestamp: 1_790_000_000 }],
  })
})

test('finds the artifacts of a commit, and where they run', async ({ signedIn: page, world }) => {
  await page.goto(`${world.host}/${world.org}/flows`)
  await page.getByRole('button', { name: /commit or fingerprint/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Search commits and fingerprints' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await dialog.getByRole('textbox').fill(commit.slice(0, 10))
  await expect(dialog.getByText('1 commit, 0 fingerprints')).toBeVisible()
  const found = dialog.getByRole('link')
  await expect(found).toHaveCount(2)
  await expect(dialog.getByRole('link', { name: /search-api/ })).toContainText(
    'runs in search-prod#1',
  )
  await expect(dialog.getByRole('link', { name: /search-web/ })).toContainText('runs nowhere')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/flows/${flow}/artifacts/`))
})

test('opens by key and opens the first match with Enter', async ({ signedIn: page, world }) => {
  await page.goto(`${world.host}/${world.org}/builds`)
  await expect(page.getByRole('button', { name: /commit or fingerprint/i })).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(printOf('search-web').toUpperCase())
  await expect(dialog.getByRole('link', { name: /search-web/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'search-web' })).toBeVisible()
})

test('finds artifacts that were only seen running', async ({ signedIn: page, world }) => {
  await page.goto(`${world.host}/${world.org}/flows`)
  await page.getByRole('button', { name: /commit or fingerprint/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(`sha256:${printOf('unknown')}`)
  await dialog.getByRole('link', { name: /no provenance/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'unknown' })).toBeVisible()
})

test('says that nothing matches, and names what can be searched', async ({
  signedIn: page,
  world,
}) => {
  await page.goto(`${world.host}/${world.org}/flows`)
  await page.getByRole('button', { name: /commit or fingerprint/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('abcd')
  await expect(dialog.getByText('5 to 64 characters find them')).toBeVisible()
  await dialog.getByRole('textbox').fill('0123401234')
  await expect(dialog.getByText('No commit or fingerprint starts with 0123401234.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
