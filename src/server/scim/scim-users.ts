import { type ScimUserChanges, scimPatch, scimUser, scimUserChanges } from '#contract/scim/scim.ts'
import { readFilter } from '#domain/scim/filter.ts'
import { userAttributes, userChangesOf } from '#domain/scim/patch-user.ts'
import type { ScimDirectory } from '#server/database/system/scim-directory.ts'
import type {
  ScimUser,
  ScimUserAttribute,
  ScimUserInput,
} from '#server/database/system/scim-users.ts'
import type { ScimResources } from '#server/request/scim.ts'
import { userSchema } from './discovery.ts'
import { metaOf, pageOf, readBody } from './resources.ts'

/** Attributes that users are found by. */
const filtered: Record<string, ScimUserAttribute> = {
  username: 'userName',
  externalid: 'externalId',
  id: 'id',
  active: 'active',
  emails: 'email',
  'emails.value': 'email',
}

/** Users, as the directory of the identity provider reads and writes them. */
export function scimUserResources(directory: ScimDirectory, base: string): ScimResources {
  const shown = (user: ScimUser) => serializeUser(user, base)
  return {
    list: (query) =>
      pageOf(query, async (page) => {
        const conditions = query.filter === undefined ? [] : readFilter(query.filter, filtered)
        const { total, users } = await directory.listUsers(conditions, page)
        return { total, resources: users.map(shown) }
      }),
    get: async (id) => shown(await directory.findUser(id)),
    create: async (from, body) => {
      const user = readBody(scimUser, userAttributes(body))
      return shown(await directory.addUser(from, { ...inputOf(user), user_name: user.userName }))
    },
    replace: async (from, id, body) => {
      const user = readBody(scimUser, userAttributes(body))
      return shown(await directory.changeUser(from, id, inputOf(user)))
    },
    patch: async (from, id, body) => {
      const { Operations } = readBody(scimPatch, body)
      const user = readBody(scimUserChanges, userChangesOf(Operations))
      return shown(await directory.changeUser(from, id, inputOf(user)))
    },
    remove: (from, id) => directory.removeUser(from, id),
  }
}

/** Attributes of a user; null stands for an absent one, no text for no value. */
function inputOf({
  userName,
  externalId,
  active,
  emails,
}: ScimUserChanges): Partial<ScimUserInput> {
  const email = emails && (emails.find(({ primary }) => primary) ?? emails[0])
  return {
    ...(userName !== undefined && { user_name: userName }),
    external_id: externalId === '' ? null : (externalId ?? undefined),
    is_active: active ?? undefined,
    email: emails ? email?.value || null : undefined,
  }
}

function serializeUser(user: ScimUser, base: string) {
  const { id, user_name, external_id, email, disabled_at } = user
  return {
    schemas: [userSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: user_name,
    active: disabled_at === null,
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    meta: metaOf('User', user, base),
  }
}
