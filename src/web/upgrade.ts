const reloadedAt = 'cairn-reloaded-at'
/** A page that fails again so soon does not fail because it is old. */
const again = 10_000

/**
 * After an upgrade of the service, an open page asks for files that are gone: it is loaded anew,
 * which brings the files that belong together.
 */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
    if (Date.now() - last < again) return
    event.preventDefault()
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    location.reload()
  })
}
