import * as z from 'zod/mini'
import { type GroupRole, parseGroupRoles } from '#domain/session/single-sign-on.ts'

/** How people may sign in to the dashboard. */
const signInWays = ['key', 'oidc', 'both'] as const

/** The identity provider that people sign in at, by OpenID Connect. */
export interface OidcConfig {
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** Between spaces. */
  scopes: string
  /** The claim that names a person's groups. */
  groupsClaim: string
  /** Roles by group; with none, nobody gets a role by signing in. */
  groups: GroupRole[]
  /**
   * Whether a person gets an account that the operator made, by an e-mail address that the provider
   * has verified.
   */
  linksByEmail: boolean
  /** The claim that says what SCIM calls `externalId`. */
  scimClaim: string
}

/** How long sessions of the dashboard last, in seconds. */
export interface SessionRules {
  maxSeconds: number
  /** Without a request. */
  maxIdleSeconds: number
}

/** How people sign in; `oidc` is null where no provider is configured. */
export interface SignInConfig {
  ways: (typeof signInWays)[number]
  oidc: OidcConfig | null
  /** The token that the provider's directory provisions users with, by SCIM; null for none. */
  scimToken: string | null
  sessions: SessionRules
}

/** Plain HTTP reaches a provider on this machine only. */
const isIssuer = (text: string) => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.search || url.hash || url.username) return false
  const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
}

const isHours = (text: string) =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 8760
const hours = (text: string) => Number(text) * 3600

/** The environment variables of signing in. */
export const signInVariables = {
  CAIRN_LOGIN: z._default(z.enum(signInWays), 'key'),
  CAIRN_OIDC_ISSUER: z.optional(z.string().check(z.refine(isIssuer))),
  CAIRN_OIDC_CLIENT_ID: z.optional(z.string()),
  CAIRN_OIDC_CLIENT_SECRET: z.optional(z.string()),
  CAIRN_OIDC_SCOPES: z._default(
    z.string().check(z.regex(/^openid( [\x21-\x7e]+)*$/)),
    'openid profile email',
  ),
  CAIRN_OIDC_GROUPS_CLAIM: z._default(z.string(), 'groups'),
  CAIRN_OIDC_GROUPS: z._default(
    z.string().check(z.refine((text) => parseGroupRoles(text) !== null)),
    '',
  ),
  CAIRN_OIDC_LINK_BY_EMAIL: z._default(z.enum(['on', 'off']), 'off'),
  CAIRN_OIDC_SCIM_CLAIM: z._default(z.string(), 'sub'),
  CAIRN_SCIM_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{32,512}$/))),
  CAIRN_SESSION_HOURS: z._default(z.string().check(z.refine(isHours)), '720'),
  CAIRN_SESSION_IDLE_HOURS: z._default(z.string().check(z.refine(isHours)), '168'),
}

/** Rules of those variables, for the message of a bad value. */
export const signInRules = {
  CAIRN_LOGIN: `one of ${signInWays.join(', ')}`,
  CAIRN_OIDC_ISSUER: 'an https URL, or an http URL of this machine',
  CAIRN_OIDC_SCOPES: 'scopes between spaces, the first of which is openid',
  CAIRN_OIDC_GROUPS: 'a list like group=organization:role, with the roles of Cairn',
  CAIRN_OIDC_LINK_BY_EMAIL: 'on or off',
  CAIRN_SCIM_TOKEN: '32 to 512 visible ASCII characters',
  CAIRN_SESSION_HOURS: 'a number of hours from 1 to 8760',
  CAIRN_SESSION_IDLE_HOURS: 'a number of hours from 1 to 8760',
}

type Values = z.output<z.ZodMiniObject<typeof signInVariables>>

/** Reads how people sign in. */
export function signInConfig(values: Values): SignInConfig {
  const { CAIRN_LOGIN: ways, CAIRN_OIDC_ISSUER: issuer, CAIRN_OIDC_CLIENT_ID: clientId } = values
  const sessions = {
    maxSeconds: hours(values.CAIRN_SESSION_HOURS),
    maxIdleSeconds: hours(values.CAIRN_SESSION_IDLE_HOURS),
  }
  const scimToken = values.CAIRN_SCIM_TOKEN ?? null
  if (ways === 'key' || !issuer || !clientId) return { ways, oidc: null, scimToken, sessions }
  return {
    ways,
    sessions,
    scimToken,
    oidc: {
      issuer,
      clientId,
      clientSecret: values.CAIRN_OIDC_CLIENT_SECRET ?? null,
      scopes: values.CAIRN_OIDC_SCOPES,
      groupsClaim: values.CAIRN_OIDC_GROUPS_CLAIM,
      groups: parseGroupRoles(values.CAIRN_OIDC_GROUPS) ?? [],
      linksByEmail: values.CAIRN_OIDC_LINK_BY_EMAIL === 'on',
      scimClaim: values.CAIRN_OIDC_SCIM_CLAIM,
    },
  }
}

/** Settings missing for the chosen way to sign in: a sentence each. */
export function signInProblems(given: Record<string, string | undefined>): string[] {
  const ways = given['CAIRN_LOGIN']
  const needed = ['CAIRN_OIDC_ISSUER', 'CAIRN_OIDC_CLIENT_ID', 'CAIRN_BASE_URL']
  if (ways !== 'oidc' && ways !== 'both') return []
  return needed.filter((name) => !given[name]).map((name) => `CAIRN_LOGIN=${ways} needs ${name}`)
}
