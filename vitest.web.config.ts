import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './e2e/browser.ts'

/** Tests of single components, in the same Chromium as the journeys, with the dashboard's styles. */
export default defineConfig({
  plugins: [react({ jsxImportSource: '#web/visible-text' }), tailwindcss()],
  cacheDir: 'node_modules/.cache/vite-web',
  // Found while tests run already, a library would come with a second React.
  optimizeDeps: {
    force: true,
    entries: ['src/web/**/*.browser.test.tsx', 'src/web/ui/date-time-picker.tsx'],
  },
  test: {
    name: 'web',
    include: ['src/web/**/*.browser.test.tsx'],
    setupFiles: ['e2e/web-setup.ts'],
    // They end what hangs, and say nothing of how fast a machine is.
    testTimeout: 300_000,
    retry: 2,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions, actionTimeout: 60_000 }),
      instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
      screenshotFailures: false,
    },
  },
})
