import { chromium } from '@playwright/test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.ts'
import { cairn, startService } from './service.ts'

/** Takes the README's pictures from the demo organization: `npm run screenshot`. */
const folder = fileURLToPath(new URL('../.readme', import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'cairn-screenshot-'))
// Loaded before the start: loading takes longer than a service may take to start.
cairn(dataDir, 'demo', 'load', 'northgate')
const service = await startService(dataDir, { args: ['--demo'] })
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await mkdir(folder, { recursive: true })
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
  })
  const [link = ''] = /http\S+sign-in\?token=\S+return_to=\S+/.exec(service.output()) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.waitForURL((url) => url.pathname === '/northgate')
  const query = 'attestation_type=junit&is_compliant=false&flow_name=checkout-web&per_page=1'
  const found = await page.request.get(`${service.host}/api/v2/attestations/northgate?${query}`)
  const { data } = (await found.json()) as { data: { html_url: string }[] }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(data[0]?.html_url ?? '')
    await page.getByRole('complementary').waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `trail-${colorScheme}.png`) })
  }
} finally {
  await browser.close()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}
