import { hashSecret } from '#server/platform/credentials.ts'

/** With the prefix no sibling host can set it; browsers accept the prefix over HTTPS only. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-cairn_session' : 'cairn_session')

/**
 * Hash of the session token in a Cookie header; null without one, or if there are two, as either
 * could be foreign.
 */
export function sessionTokenOf(header: string | undefined, isSecure: boolean): Buffer | null {
  const tokens = (header ?? '')
    .split(';')
    .map((part) => part.trim().split('='))
    .filter(([name]) => name === cookieName(isSecure))
    .map(([, token]) => token)
  return tokens.length === 1 && tokens[0] ? hashSecret(tokens[0]) : null
}

/** Set-Cookie for a session; an empty token ends it. */
export function sessionCookie(token: string, maxAge: number, isSecure: boolean): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${maxAge}`]
  return [`${cookieName(isSecure)}=${token}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join(
    '; ',
  )
}
