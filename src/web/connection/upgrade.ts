import { tryConnection } from './connection.ts'

/** Name of the error of a page whose files could not be loaded. */
const partMissing = 'PartMissingError'

/** Returns whether a file of the dashboard could not be loaded. */
export const isPartMissing = (error: unknown): error is Error =>
  error instanceof Error && error.name === partMissing

/**
 * A file may be missing for two reasons. After an upgrade of the service it is gone: the page is
 * loaded anew, which brings the files that belong together. Without a connection the page stays.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Of an error that says that a module is missing the router would reload by itself.
    payload.name = partMissing
    payload.message = 'A file of the dashboard could not be loaded'
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
