import type pg from 'pg'

/** A connection as a URL, as `DATABASE_URL` names it; the host may be the folder of a socket. */
export function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) })
  if (typeof password === 'string') query.set('password', password)
  return `postgres:///${database}?${query}`
}
