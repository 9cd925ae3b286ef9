import { scimGroup, scimGroupChanges, scimPatch } from '#contract/scim/scim.ts'
import { readFilter } from '#domain/scim/filter.ts'
import { groupAttributes, groupChangesOf } from '#domain/scim/patch-group.ts'
import type { ScimDirectory } from '#server/database/system/scim-directory.ts'
import type {
  ScimGroup,
  ScimGroupAttribute,
  ScimGroupInput,
} from '#server/database/system/scim-groups.ts'
import type { ScimResources } from '#server/request/scim.ts'
import { groupSchema } from './discovery.ts'
import { metaOf, pageOf, readBody } from './resources.ts'

/** Attributes that groups are found by. */
const filtered: Record<string, ScimGroupAttribute> = {
  displayname: 'displayName',
  externalid: 'externalId',
  id: 'id',
  members: 'member',
  'members.value': 'member',
}

/** Groups, as the directory of the identity provider reads and writes them. */
export function scimGroupResources(directory: ScimDirectory, base: string): ScimResources {
  const shown = (group: ScimGroup) => serializeGroup(group, base)
  return {
    list: (query) =>
      pageOf(query, async (page) => {
        const conditions = query.filter === undefined ? [] : readFilter(query.filter, filtered)
        const { total, groups } = await directory.listGroups(conditions, page)
        return { total, resources: groups.map(shown) }
      }),
    get: async (id) => shown(await directory.findGroup(id)),
    create: async (from, body) => shown(await directory.addGroup(from, wholeInput(body))),
    replace: async (from, id, body) =>
      shown(await directory.changeGroup(from, id, wholeInput(body))),
    patch: async (from, id, body) => {
      const { Operations } = readBody(scimPatch, body)
      const group = readBody(scimGroupChanges, groupChangesOf(Operations))
      const members = group.members.map(({ op, members }) => ({ op, ids: idsOf(members) }))
      return shown(await directory.changeGroup(from, id, { ...inputOf(group), members }))
    },
    remove: (from, id) => directory.removeGroup(from, id),
  }
}

/** State of a whole group: absent members stay, as they may be left out for their number. */
function wholeInput(body: object): ScimGroupInput {
  const group = readBody(scimGroup, groupAttributes(body))
  const ids = idsOf(group.members ?? null)
  return { ...inputOf(group), members: ids === null ? [] : [{ op: 'replace', ids }] }
}

/** Attributes of a group; null stands for an absent one, no text for no value. */
const inputOf = (group: { displayName?: string; externalId?: string | null }) => ({
  display_name: group.displayName,
  external_id: group.externalId === '' ? null : (group.externalId ?? undefined),
})

const idsOf = (members: readonly { value: string }[] | null) =>
  members && members.map(({ value }) => value)

function serializeGroup(group: ScimGroup, base: string) {
  const { id, display_name, external_id, members } = group
  return {
    schemas: [groupSchema],
    id,
    ...(external_id !== null && { externalId: external_id }),
    displayName: display_name,
    members,
    meta: metaOf('Group', group, base),
  }
}
