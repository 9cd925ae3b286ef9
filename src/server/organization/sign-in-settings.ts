import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getSignInSettings } from '#contract/organization/sign-in-settings.ts'
import { daySeconds } from '#domain/common/days.ts'
import { countGroupMembers, countIdentities } from '#server/database/system/users.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { countRefusedSignIns } from './queries.ts'

/** Returns how people sign in, and what that means in the organization. */
export async function signInSettings({
  org,
  orgName,
  clock,
  signInWays: ways,
  identityProvider,
  systemDatabase: { sessions },
}: OrgContext): Promise<ResponseOf<typeof getSignInSettings>> {
  const { config, redirectUri } = identityProvider ?? {}
  const sizes = await countGroupMembers(org)
  return {
    ways,
    session_hours: sessions.maxSeconds / 3600,
    idle_hours: sessions.maxIdleSeconds / 3600,
    provider:
      config && redirectUri
        ? {
            issuer: config.issuer,
            client_id: config.clientId,
            redirect_uri: redirectUri,
            groups_claim: config.groupsClaim,
            links_by_email: config.linksByEmail,
          }
        : null,
    groups: (config?.groups ?? [])
      .filter((one) => one.org === orgName)
      .map(({ group, role }) => ({ group, role, member_count: sizes.get(group) ?? null })),
    ...(await countIdentities(org, config?.issuer ?? null)),
    refused_count: await countRefusedSignIns(org, clock() - 7 * daySeconds),
  }
}
