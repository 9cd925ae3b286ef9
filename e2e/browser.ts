import { chromium } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The one without windows comes first: it needs a third less of the processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

function onSystem(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
}

function installOnDebian(): void {
  const isDebian = existsSync('/usr/bin/apt-get')
  if (!isDebian || process.getuid?.() !== 0) {
    throw new Error(
      'The browser tests need Chromium. Install it with "npx playwright install chromium" or from your system\'s packages.',
    )
  }
  console.log('Installing Chromium from the packages of the system')
  // One at a time: test runners start together, and the second waits for the first one's browser.
  const install =
    'command -v chromium-headless-shell || { apt-get update -qq && apt-get install -y -qq chromium-headless-shell; }'
  const lock = join(tmpdir(), 'install-chromium.lock')
  execFileSync('flock', [lock, 'sh', '-c', install], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Returns the path of a Chromium: Playwright's, else the system's, else one installed now. @throws with advice */
export function findBrowser(): string {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  const found = onSystem()
  if (found) return found
  installOnDebian()
  const installed = onSystem()
  if (!installed) throw new Error('Chromium was installed, but is not on the PATH')
  return installed
}

/** How every browser test starts Chromium; a browser is looked for only when one is started. */
export const launchOptions = {
  get executablePath() {
    return findBrowser()
  },
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}
