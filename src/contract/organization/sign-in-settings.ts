import * as z from 'zod/mini'
import { endpoint, type EndpointTexts, roles } from '#contract/common/endpoint.ts'
import { timestamp } from '#contract/common/fields.ts'

/** How people sign in, as the operator configured it; none of it is a secret. */
export const getSignInSettings = endpoint({
  name: 'getSignInSettings',
  method: 'GET',
  path: '/cairn/{org}/settings/sign-in',
  access: 'reader',
  response: z.object({
    ways: z.enum(['key', 'oidc', 'both']),
    /** How long a session lasts, and how long without a request. */
    session_hours: z.int(),
    idle_hours: z.int(),
    /** Null where nobody can come by single sign-on. */
    provider: z.nullable(
      z.object({
        issuer: z.string(),
        client_id: z.string(),
        redirect_uri: z.string(),
        groups_claim: z.string(),
        links_by_email: z.boolean(),
      }),
    ),
    /** Groups of the provider that give roles in this organization. */
    groups: z.array(
      z.object({
        group: z.string(),
        role: z.enum(roles),
        /** Members in it; null where the directory has not sent it by SCIM. */
        member_count: z.nullable(z.int()),
      }),
    ),
    member_count: z.int(),
    /** Members whom the directory has sent by SCIM. */
    provisioned_count: z.int(),
    /** Members who have come by single sign-on. */
    single_sign_on_count: z.int(),
    /** When the last of them did. */
    last_sign_in_at: z.nullable(timestamp),
    /** Entries of refused sign-ins within seven days. */
    refused_count: z.int(),
  }),
})

/** Its text in the API reference. */
export const signInSettingsTexts = {
  getSignInSettings: {
    summary: 'Read how people sign in, and which groups of the identity provider give roles here',
    description:
      'Returns the ways to sign in, how long sessions last, the identity provider without its secret, the groups that decide about roles in this organization, and how many members have come by single sign-on or SCIM. The operator sets it by environment variables.',
  },
} satisfies EndpointTexts
