import { rowsIn } from './database.ts'
import { visit } from './open-by-link.ts'
import { expect, reportTo, test } from './world.ts'

const print = (index: number) => String(index).padStart(64, 'e')

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  for (const name of ['log-prod', 'log-busy', 'log-none']) {
    await report('PUT', '/environments/{org}', { name, type: 'server' })
  }
  const run = (environment: string, from: number, to: number, copies = 1) =>
    report('PUT', `/environments/{org}/${environment}/report/server`, {
      artifacts: Array.from({ length: copies }, () => ({
        digests: Object.fromEntries(
          Array.from({ length: to - from }, (_, at) => [`app-${from + at}`, print(from + at)]),
        ),
        creationTimestamp: 1_700_000_000,
      })),
    })
  await run('log-prod', 1, 3)
  await run('log-prod', 2, 4)
  await run('log-prod', 2, 4, 3)
  await run('log-busy', 100, 190)
})

test('events are grouped by day, with scaling only on request', async ({
  dashboard: page,
  open,
}) => {
  await open('environments/log-prod/events')
  await expect(page.getByRole('link', { name: 'Events', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const table = page.getByRole('table', { name: 'Events in the last 7 days, newest first' })
  await expect(table.getByRole('rowheader').first()).toContainText(/20\d\d, \d+ changes$/)
  await expect(table.getByRole('row', { name: /app-1/ }).first()).toContainText('Exited')
  await expect(table.getByText('Scaled')).toHaveCount(0)
  await page.getByRole('button', { name: 'Event', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Scaled' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/event=scaled/)
  await expect(page.getByRole('row', { name: /app-2/ }).first()).toContainText('1 → 3')

  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Notify me of these' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New notification' })).toBeVisible()
  const rule = page.getByRole('main')
  await expect(rule).toContainText('When an artifact is scaled in log-prod')

  // Nothing is asked of what runs there: it is unknown, and no verdict flipped.
  await open('environments/log-prod/events')
  await page.getByRole('button', { name: 'Verdict', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Unknown' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/verdict=UNKNOWN/)
  await expect(page.getByRole('row', { name: /app-1/ }).first()).toContainText('Exited')
  await page.getByRole('button', { name: 'Flips 0' }).click()
  await page.getByRole('button', { name: /^Became/ }).click()
  await page.getByRole('checkbox', { name: 'Non-compliant' }).check()
  await page.getByRole('checkbox', { name: 'Unknown' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/verdict=NON-COMPLIANT/)
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Notify me of these' }).click()
  await expect(rule).toContainText(/When log-prod becomes non-compliant, /)
})

test('an event has its own URL, where it is highlighted', async ({ dashboard: page, open }) => {
  await open('environments/log-busy/events')
  const row = page.getByRole('row', { name: /app-\d+/ }).nth(30)
  const [name = ''] = /app-\d+/.exec((await row.textContent()) ?? '') ?? []
  await row.getByTitle('Link to this event').click()
  await expect(page).toHaveURL(/event_id=/)
  await page.goto(page.url())
  const cited = page.locator('[data-cited]')
  await expect(cited).toBeInViewport()
  await expect(page.getByRole('row').filter({ has: cited })).toContainText(name)
  await open('events?event_id=nobody')
  await expect(page.getByText("Event 'nobody' not found")).toBeVisible()
})

test('older events are loaded, and the URL restores the position', async ({
  dashboard: page,
  open,
}) => {
  await open('environments/log-busy/events')
  const foot = page.getByRole('navigation', { name: 'Pages' })
  await expect(foot).toContainText('50 events, in the last 7 days')
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect(page).toHaveURL(/anchor=/)
  await expect(foot).toContainText(/(9\d|100) events/)
  await expect(page.getByRole('status').filter({ hasText: /^(9\d|100) rows$/ })).toBeAttached()
  await page.reload()
  await expect(page.getByRole('row').first()).toBeVisible()
  await page.getByRole('button', { name: 'Load newer' }).click()
  await expect(foot).toContainText(/(90|\d{3}) events/)
})

test('days chosen in the histogram by keyboard become the window', async ({
  dashboard: page,
  open,
}) => {
  await open('events?environment=log-prod')
  const days = page.getByRole('group', { name: /^When was activity highest/ })
  await days.getByRole('link').last().focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  // It reaches until now, as it includes today.
  await expect(page).toHaveURL(/from=\d+$/)
  // The window stands among the days around it.
  await expect(days.getByRole('link')).toHaveCount(28)
  await expect(page.getByText(/events? from .*; none made a verdict flip/)).toBeVisible()
  const ends = days.getByRole('slider', { name: 'Window ends' })
  await ends.press('ArrowLeft')
  await expect(page).toHaveURL(/from=\d+&to=\d+/)
  await expect(ends).toBeFocused()
  await ends.press('Escape')
  await expect(page).not.toHaveURL(/from=/)
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('columnheader', { name: 'Day, UTC' })).toBeVisible()
  await page.getByRole('button', { name: 'Chart' }).click()
  await days.getByRole('link').first().click()
  await expect(page.getByText('No event from')).toBeVisible()
  await expect(days).toHaveCount(1)
})

test('new events wait, or come at once while the live tail is on; flips stand alone', async ({
  dashboard: page,
  open,
  report,
}) => {
  const run = (...names: string[]) =>
    report('PUT', '/environments/{org}/log-tail/report/server', {
      artifacts: names.map((name, at) => ({
        digests: { [name]: print(500 + at) },
        creationTimestamp: 1_700_000_000,
      })),
    })
  await report('PUT', '/environments/{org}', { name: 'log-tail', type: 'server' })
  await run('first')
  await open('environments/log-tail/events')
  const rows = page.getByRole('row').filter({ hasText: '#' })
  await expect(rows).toHaveCount(1)
  await run('first', 'second')
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await page.keyboard.press('.')
  await expect(rows).toHaveCount(2)
  await run('first', 'second', 'third')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'All 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Flips 0' }).click()
  await expect(page).toHaveURL(/flips=true/)
  await expect(page.getByText('No event in the last 7 days matches')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '0 flips' })).toBeAttached()
  await page.getByRole('button', { name: 'All 3' }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: '3 events' })).toBeAttached()
})

test('an empty list names its window, and the last event before it', async ({
  dashboard: page,
  open,
}) => {
  const soon = Math.floor(Date.now() / 1_000) + 1_000
  await open(`environments/log-prod/events?from=${soon}`)
  await expect(page.getByText(/No event from .* The last one before was on/)).toBeVisible()
  await page.getByRole('button', { name: 'Show that event' }).click()
  await expect(page.locator('[data-cited]')).toBeVisible()
  await open('environments/log-none/events')
  await expect(page.getByText('There was none before, either.')).toBeVisible()
})

test('events of all environments are reached from their list', async ({
  dashboard: page,
  open,
}) => {
  await open('environments')
  await page.getByRole('main').getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  await page.getByRole('button', { name: 'Environment', exact: true }).click()
  await page.getByRole('textbox', { name: 'Environment is' }).fill('log-prod')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/environment=log-prod/)
  await expect(page.getByRole('row', { name: /in log-prod/ }).first()).toBeVisible()
  await expect(page.getByText('log-busy')).toHaveCount(0)
})

test('an exit and a start of one name are one row, which both addresses open', async ({
  dashboard: page,
  open,
  report,
}) => {
  await report('PUT', '/environments/{org}', { name: 'log-images', type: 'server' })
  for (const tag of ['4.192.0', '4.200.0', '4.199.0']) {
    await report('PUT', '/environments/{org}/log-images/report/server', {
      artifacts: [
        { digests: { [`ledger-api:${tag}`]: print(Number(tag[4])) }, creationTimestamp: 1_700_000 },
      ],
    })
  }
  await open('environments/log-images/events')
  const table = page.getByRole('table', { name: 'Events in the last 7 days, newest first' })
  await expect(table.getByRole('row', { name: /ledger-api/ })).toHaveCount(3)
  const newest = table.getByRole('row', { name: /ledger-api/ }).first()
  await expect(newest).toContainText(/Replaced.*ledger-api.*4\.200\.0.*4\.199\.0.*older version/)
  const foot = page.getByRole('navigation', { name: 'Pages' })
  await expect(foot).toContainText(/^5 events.*as 3 changes/)
  await visit(page, `${page.url()}?event=exited`)
  const exits = page.getByRole('row', { name: /ledger-api/ })
  await expect(exits).toHaveCount(2)
  await expect(exits.last()).toContainText(/Replaced.*4\.192\.0.*4\.200\.0/)
  await exits.last().getByTitle('Link to this event').click()
  await visit(page, page.url().replace('event=exited&', ''))
  await expect(page.getByRole('row').filter({ has: page.locator('[data-cited]') })).toContainText(
    /Replaced.*4\.192\.0.*4\.200\.0/,
  )
})

test('the log says when an environment fell silent, and when it reported again', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const name = `log-silent-${Date.now()}`
  await report('PUT', '/environments/{org}', { name, type: 'server' })
  const run = () => report('PUT', `/environments/{org}/${name}/report/server`, { artifacts: [] })
  await run()
  // Nothing can be reported as of an earlier day.
  await rowsIn(
    world.dataDir,
    `update environment_state set heard_at = heard_at - 9 * 86400,
      last_reported_at = last_reported_at - 9 * 86400
      where environment_id = (select id from environment where name = '${name}')`,
  )
  await open(`environments/${name}/events`)
  const silent = page.getByRole('row', { name: /Fell silent/ })
  await expect(silent).toContainText('no report for 7 d, its interval')
  await expect(silent).toContainText('Stale, last unknown')

  await run()
  await open(`events?environment=${name}`)
  const again = page.getByRole('row', { name: /Reported again/ })
  await expect(again).toContainText(`${name}: after 9 d without a report`)
  await page.getByRole('button', { name: 'Event', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Reported again' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/event=reported-again/)
  await expect(silent).toHaveCount(0)
  await again.getByTitle('Link to this event').click()
  await expect(page).toHaveURL(/event_id=silence_/)
  await page.reload()
  await expect(page.getByRole('row').filter({ has: page.locator('[data-cited]') })).toContainText(
    'Reported again',
  )
})
