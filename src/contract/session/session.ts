import * as z from 'zod/mini'
import { endpoint, type EndpointTexts, roles } from '#contract/common/endpoint.ts'
import { longName, maybe } from '#contract/common/fields.ts'

/** Header that the dashboard sends with every write, against cross-site request forgery. */
export const sessionHeader = 'x-cairn-session'

/** The signed-in user with their organizations. */
const session = z.object({
  user: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  default_org: z.nullable(z.string()),
  organizations: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['personal', 'shared']),
      role: z.enum(roles),
      /** IANA name of the time zone shown beside UTC; null where none is set. */
      time_zone: z.nullable(z.string()),
      /** Days after which keys open nothing there; null for never. */
      max_key_age_days: z.nullable(z.int()),
      /** `seq` of the newest change sent by the stream of changes; 0 for none. */
      last_change: z.int(),
    }),
  ),
})
export type Session = z.output<typeof session>

export const createSession = endpoint({
  name: 'createSession',
  method: 'POST',
  path: '/cairn/session',
  access: 'anyone',
  body: {
    kind: 'json',
    schema: z.object({
      api_key: maybe(longName),
      /** Token of a one-time sign-in link. */
      token: maybe(longName),
    }),
    secret: true,
    // Callers need no authentication.
    maxBytes: 4 * 1024,
  },
  response: session,
  status: [201],
})

export const getSession = endpoint({
  name: 'getSession',
  method: 'GET',
  path: '/cairn/session',
  access: 'account',
  response: session,
})

export const deleteSession = endpoint({
  name: 'deleteSession',
  method: 'DELETE',
  path: '/cairn/session',
  access: 'account',
  response: z.object({
    /** Where the browser goes on to sign out at the identity provider, too; null for nowhere. */
    logout_url: z.nullable(z.string()),
  }),
})

export const getSignInWays = endpoint({
  name: 'getSignInWays',
  method: 'GET',
  path: '/cairn/sign-in-ways',
  access: 'anyone',
  response: z.object({ key: z.boolean(), single_sign_on: z.boolean() }),
})

/** Texts of these endpoints in the API reference. */
export const sessionTexts = {
  createSession: {
    summary: 'Sign in to the dashboard with an API key or a one-time token',
    description:
      'Takes a personal API key in `api_key`, or the token of a one-time sign-in link in `token`, and sets a session cookie, which lasts 30 days unless the operator says otherwise. It returns who is signed in and their organizations. A key of a service account is 403; after repeated failures the caller has to wait (429).',
  },
  getSession: {
    summary: 'Who is signed in',
    description:
      'Returns the person, their organizations with the role in each, and where the log of changes stands in each.',
  },
  deleteSession: {
    summary: 'Sign out of the dashboard',
    description:
      'Ends the session of the cookie and removes the cookie. Without a session it does nothing. After single sign-on `logout_url` leads to where the session at the identity provider ends.',
  },
  getSignInWays: {
    summary: 'How one may sign in to the dashboard',
    description:
      'Says whether API keys are accepted for signing in, and whether `/sign-in/oidc` leads to an identity provider. Anyone may ask.',
  },
} satisfies EndpointTexts
