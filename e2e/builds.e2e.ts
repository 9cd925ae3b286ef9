import { createHash } from 'node:crypto'
import { expect, type Report, reportTo, test } from './world.ts'

const flow = 'builds-journey'
const repository = 'acme/builds-journey'
const printOf = (text: string) => createHash('sha256').update(`builds ${text}`).digest('hex')
const hostile = '<img src=x onerror=alert(1)>'

async function runs(report: Report, environment: string, digests: Record<string, string>) {
  await report('PUT', '/environments/{org}', { name: environment, type: 'server' })
  const artifacts = [{ digests, creationTimestamp: 1_790_000_000 }]
  await report('PUT', `/environments/{org}/${environment}/report/server`, { artifacts })
}

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  await report('PUT', '/flows/{org}', { name: flow })
  for (const name of ['api', 'web', hostile]) {
    await report('POST', `/artifacts/{org}/${flow}`, {
      fingerprint: printOf(name),
      filename: name,
      git_commit: printOf(name).slice(0, 40),
      build_url: 'https://ci.acme.example/1',
      commit_url: '',
      trail_name: 'run-1',
      ...(name !== hostile && {
        repo_info: { id: 'builds-1', name: repository, url: 'https://git.acme.example/b' },
      }),
    })
  }
  await runs(report, 'builds-prod', { api: printOf('api'), stray: printOf('stray') })
})

test('lists builds of one repository, with their window in words', async ({
  dashboard: page,
  open,
}) => {
  await open('flows')
  await expect(page.getByRole('heading', { level: 1, name: 'Flows' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { level: 1, name: 'Builds' })).toBeVisible()
  await expect(page.getByText('Last 28 days (default):')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Is delivery steady?' })).toBeVisible()

  await open(`builds?repo_name=${encodeURIComponent(repository)}`)
  const table = page.getByRole('table', { name: 'Builds', exact: true })
  await expect(table.getByRole('row')).toHaveCount(3)
  const row = table.getByRole('row', { name: /api/ })
  await expect(row.getByRole('link', { name: 'builds-prod' })).toBeVisible()
  const figures = page.getByRole('main')
  await expect(figures.getByText('2 of 2', { exact: true })).toBeVisible()

  await page.getByRole('navigation', { name: 'Window' }).getByText('7 days').click()
  await expect(page).toHaveURL(/repo_name=.*range=7d/)
  await expect(page.getByText('Last 7 days:')).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('region', { name: 'Is delivery steady?' }).last().getByRole('link').click()
  await expect(page).toHaveURL(/repo_name=.*start_ts=/)
  await expect(table.getByRole('row')).toHaveCount(3)
})

test('shows a build without a repository, escapes names, and opens it by key', async ({
  dashboard: page,
  open,
}) => {
  await open('builds?range=24h&per_page=50&cols=repository')
  const row = page.getByRole('row').filter({ hasText: hostile })
  await expect(row.getByText('not reported')).toBeVisible()
  await row.getByRole('link', { name: hostile, exact: true }).focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { level: 1, name: hostile })).toBeVisible()
  await expect(page.getByText('No environment has reported it')).toBeVisible()
  await page.goBack()
  await row.getByRole('link', { name: hostile, exact: true }).focus()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/can-i-deploy\?fingerprint=[a-f0-9]{64}$/)
})

test('shows the columns that its reader chooses, as its address says', async ({
  signedIn: page,
  world,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(search)
  })
  const builds = `${world.host}/${world.org}/builds?range=24h`
  await page.goto(builds)
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await expect(head('Verdict')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Verdict' }).click()
  await page.waitForURL(/cols=/)
  await expect(head('Verdict')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await page.reload()
  await expect(head('Built')).toBeVisible()
  await expect(head('Verdict')).toBeHidden()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await page.waitForURL(builds)
  await expect(head('Verdict')).toBeVisible()

  await page.goto(`${builds}&cols=verdict&cols=absent`)
  await expect(page.getByRole('note')).toContainText('cols=absent')
  await expect(head('Verdict')).toBeVisible()
  await expect(head('Built')).toBeHidden()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL(`${builds}&cols=verdict`)
  expect(asked.filter((search) => search.includes('cols='))).toEqual([])
})

test('names a window without builds, and offers a longer one', async ({
  dashboard: page,
  open,
}) => {
  await open('builds?end_ts=1000000')
  await expect(page.getByRole('heading', { name: 'No build in this window' })).toBeVisible()
  await page.getByRole('link', { name: 'Show the last 90 days' }).click()
  await expect(page.getByText('Last 90 days:')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Builds', exact: true })).toBeVisible()
})

test('names invalid parameters and uses the defaults', async ({ dashboard: page, open }) => {
  await open('builds?per_page=1000&start_ts=soon&range=1y')
  await expect(page.getByRole('note')).toBeVisible()
  await expect(page.getByText('Last 28 days (default):')).toBeVisible()
})

test('an artifact shows where it runs, its deployments, and when it ran', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  await runs(report, 'builds-stage', { api: printOf('api'), web: printOf('web') })
  await runs(report, 'builds-stage', { web: printOf('web') })
  await open(`flows/${flow}/artifacts/${printOf('api')}`)
  const places = page.getByRole('region', { name: 'Where does it run?' })
  await expect(places.getByText('1 now, 1 before')).toBeVisible()
  const stage = places.getByRole('row', { name: /builds-stage/ })
  await expect(stage).toContainText('exited')
  await expect(stage.getByRole('link', { name: /exited .*, snapshot 2/ })).toHaveAttribute(
    'href',
    `/${world.org}/environments/builds-stage/snapshots/2`,
  )
  await expect(places.getByRole('row', { name: /builds-prod/ })).toContainText('Unknown')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Exited from builds-stage')
  const path = page.getByRole('region', { name: 'How did it get there?' })
  await expect(path.getByRole('listitem')).toContainText([
    'Reported',
    'builds-prod',
    'builds-stage',
  ])
  const periods = page.getByRole('region', { name: 'Where and when did it run?' })
  await expect(periods.getByRole('link')).toHaveCount(2)
  await periods.getByRole('button', { name: 'Table' }).click()
  await expect(periods.getByRole('row')).toHaveCount(3)
  await places.getByRole('link', { name: 'builds-prod', exact: true }).click()
  await expect(page).toHaveURL(/environment=builds-prod/)
  await expect(places.getByRole('row')).toHaveCount(2)
  await places.getByRole('link', { name: 'All environments' }).click()
  await expect(places.getByRole('row')).toHaveCount(3)
})

test('an artifact without provenance shows where it runs and how to report it', async ({
  dashboard: page,
  open,
}) => {
  await open(`artifacts/${printOf('stray')}`)
  await expect(page.getByRole('heading', { level: 1, name: 'stray' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'builds-prod, snapshot #1' })).toBeVisible()
  await expect(page.getByText(printOf('stray')).first()).toBeVisible()
})
