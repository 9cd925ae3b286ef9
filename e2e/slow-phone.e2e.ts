import type { Page } from '@playwright/test'
import { artifactReport } from './artifact-report.ts'
import { putPolicy } from './put-policy.ts'
import { expect, test } from './world.ts'

const name = 'slow-phone'
const print = '5e'.repeat(32)

/** Layout shift of a page, right after a press included: without a unit. */
const maxShift = 0.02

/** Times that the pages recorded of their own loading. */
interface Seen {
  /** Layout shift by address. */
  shifts: Record<string, number>
  /** Addresses with a frame that showed nothing, after the first paint. */
  blanks: string[]
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** A line on which each answer takes its time, however fast the machine is. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
}

const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen: Seen = { shifts: {}, blanks: [] }
    Object.assign(globalThis, { seen })
    const address = () => location.pathname + location.search
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.shifts[address()] = (seen.shifts[address()] ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      requestAnimationFrame(look)
      if (performance.getEntriesByName('first-contentful-paint').length === 0) return
      const shown = [...document.querySelectorAll('main, #skeleton')]
      if (!shown.some((one) => one.checkVisibility() && one.childElementCount > 0)) {
        seen.blanks.push(address())
      }
    }
    look()
  })

test('leads from the overview to the trail on a phone with a slow line', async ({
  signedIn: page,
  world,
  report,
}) => {
  const template = 'version: 1\ntrail:\n  artifacts: [{ name: app, attestations: [] }]\n'
  const file = { part: 'template_file', name: 'template.yml', content: template }
  await report('PUT', '/environments/{org}', { name, type: 'server' })
  await report('PATCH', `/tags/{org}/env/${name}`, { set_tags: { [name]: 'yes' } })
  await report('PUT', '/flows/{org}/template_file', { name }, file)
  await report(
    'POST',
    `/artifacts/{org}/${name}`,
    artifactReport({
      fingerprint: print,
      filename: 'app',
      git_commit: 'ab'.repeat(20),
      trail_name: 'one',
      template_reference_name: 'app',
    }),
  )
  const scan = { attestation_name: 'scan', is_compliant: false, artifact_fingerprint: print }
  await report('POST', `/attestations/{org}/${name}/trail/one/generic`, scan, 'form')
  await putPolicy(world, name, '  attestations: [{ type: generic, name: scan }]')
  await report('POST', `/environments/{org}/${name}/policies`, { policy_names: [name] })
  await report('PUT', `/environments/{org}/${name}/report/server`, {
    artifacts: [{ digests: { app: print }, creationTimestamp: 1_700_000_000 }],
  })

  await watch(page)
  await slowDown(page)
  await page.goto(`${world.host}/${world.org}?tag=${name}`, { waitUntil: 'commit' })
  const main = page.getByRole('main')
  await main.getByRole('link', { name: `Non-compliant ${name}`, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)

  const why = { name: `Why is ${name} non-compliant?` }
  await page.getByRole('link', why).click()
  const leaf = page.getByRole('tree').getByRole('link', { name: 'one', exact: true })
  await leaf.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('one')

  await main.getByRole('link', { name: 'scan', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'scan' })
  await drawer.getByRole('link', { name: 'Override' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Override scan')
  await expect(main.getByRole('textbox').first()).toBeVisible()

  const { shifts, blanks } = await page.evaluate(
    () => (globalThis as unknown as { seen: Seen }).seen,
  )
  expect(blanks).toEqual([])
  expect(Object.entries(shifts).filter(([, shift]) => shift > maxShift)).toEqual([])
})
