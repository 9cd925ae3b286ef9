/** Where to go after signing in: a path of this origin, never elsewhere, never sign-in again. */
export function safeReturnTo(wanted: string | undefined, origin: string): string {
  const home = '/'
  if (!wanted?.startsWith('/')) return home
  const url = URL.parse(wanted, origin)
  if (!url || url.origin !== origin || url.pathname.startsWith('/sign-in')) return home
  // What is left of `/.//host` would name a host.
  if (url.pathname.startsWith('//')) return home
  return url.pathname + url.search + url.hash
}
