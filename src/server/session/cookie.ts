import { hashSecret } from './hash-secret.ts'

const cookieName = 'cairn_session'

/** Hash of the session token in a Cookie header, or null without one. */
export function sessionTokenOf(header: string | undefined): Buffer | null {
  const pair = header
    ?.split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === cookieName)
  return pair?.[1] ? hashSecret(pair[1]) : null
}

/** Set-Cookie for a session; an empty token ends it. */
export function sessionCookie(token: string, maxAge: number, secure: boolean): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${maxAge}`]
  return [`${cookieName}=${token}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ')
}
