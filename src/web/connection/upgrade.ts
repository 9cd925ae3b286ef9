import { tryConnection } from './connection.ts'

/** What the error of a page says whose files could not be loaded. */
export const partMissing = 'A file of the dashboard could not be loaded'

/**
 * A file may be missing for two reasons. After an upgrade of the service it is gone: the page is
 * loaded anew, which brings the files that belong together. Without a connection the page stays.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Of an error that says that a module is missing the router would reload by itself.
    payload.message = partMissing
    void isUpgraded().then((isNewer) => isNewer && location.reload())
  })
}

/** Whether the service now serves other files than those that this page came with. */
async function isUpgraded(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!own || !(await tryConnection())) return false
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
  return page.ok && !(await page.text()).includes(new URL(own.src).pathname)
}
