import type { ScimDirectory } from '#server/database/system/scim-directory.ts'
import { hashSecret } from '#server/platform/credentials.ts'
import type { Scim } from '#server/request/scim.ts'
import { discovery } from './discovery.ts'
import { scimGroupResources } from './scim-groups.ts'
import { scimUserResources } from './scim-users.ts'

/**
 * Provisioning by SCIM; null where there is no token for it.
 * @param base - the address that clients use, without a slash at the end
 */
export function provisioning(
  token: string | null,
  directory: ScimDirectory,
  base: string,
): Scim | null {
  if (token === null) return null
  return {
    tokenHash: hashSecret(token),
    discovery: discovery(base),
    resources: new Map([
      ['/Users', scimUserResources(directory, base)],
      ['/Groups', scimGroupResources(directory, base)],
    ]),
  }
}
