import { expect, test } from './world.ts'

const print = (letter: string) => letter.repeat(64)
const commit = (letter: string) => letter.repeat(40)

test('deployments show the artifacts replaced, frequency and lead times', async ({
  dashboard: page,
  open,
  report,
}) => {
  for (const name of ['shipped-prod', 'shipped-none']) {
    await report('PUT', '/environments/{org}', { name, type: 'server' })
  }
  const now = Math.floor(Date.now() / 1_000)
  for (const [letter, hours] of [
    ['8', 30],
    ['9', 6],
  ] as const) {
    await report('POST', '/artifacts/{org}/shipped-flow', {
      fingerprint: print(letter),
      filename: `shop:${letter}`,
      git_commit: commit(letter),
      git_commit_info: {
        sha1: commit(letter),
        message: 'Sell',
        author: 'Mei',
        timestamp: now - hours * 3_600,
      },
      build_url: 'https://ci.acme.example/1',
      commit_url: `https://github.com/acme/shop/commit/${commit(letter)}`,
      repo_url: 'https://github.com/acme/shop',
      template_reference_name: 'app',
      trail_name: `run-${letter}`,
    })
    await report('PUT', '/environments/{org}/shipped-prod/report/server', {
      artifacts: [{ digests: { [`shop:${letter}`]: print(letter) }, creationTimestamp: now }],
    })
  }
  await open('environments/shipped-prod/deployments')
  const row = page.getByRole('table', { name: 'Deployments to shipped-prod' }).getByRole('row', {
    name: /shop.*9/,
  })
  await expect(row).toContainText(/shop.*8.*became.*9/)
  await expect(row).toContainText('6 h')
  await expect(row.getByRole('link', { name: '8888888 … 9999999' })).toHaveAttribute(
    'href',
    `https://github.com/acme/shop/compare/${commit('8')}...${commit('9')}`,
  )
  await expect(row.getByRole('link', { name: 'run-9' })).toBeVisible()
  await expect(page.getByText('2 deployments in the last 30 days, on 1 of 30 days')).toBeVisible()
  await expect(page.getByText('None turned it non-compliant')).toBeVisible()
  await expect(page.getByText('too few for a median: 2 deployments')).toBeVisible()
  await expect(page.getByRole('img', { name: '4 h to 12 h: 1 deployment' })).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).last().click()
  await expect(page.getByRole('row', { name: '1 d to 3 d 1' })).toBeVisible()

  const days = page.getByRole('group', { name: /^How often/ })
  await days.getByRole('link').first().click()
  await expect(page).toHaveURL(/from=\d+.*to=\d+/)
  await expect(page.getByText(/Nothing that a flow built began to run here from/)).toBeVisible()
  await page.getByRole('button', { name: /Clear Started/ }).click()
  await expect(row).toBeVisible()

  await open('environments/shipped-none/deployments?range=7d')
  await expect(page.getByText(/began to run here in the last 7 days/)).toBeVisible()
})
