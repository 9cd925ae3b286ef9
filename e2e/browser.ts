import { chromium } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], options)
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
