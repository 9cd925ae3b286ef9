import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '#contract/endpoint.ts'
import type { putEnvironment as endpoint } from '#contract/environment.ts'
import {
  type EnvironmentRow,
  insertEnvironment,
  listMemberNames,
  lockEnvironment,
  updateEnvironment,
} from '../environment/queries.ts'
import type { PolicyRow } from '../policy/queries.ts'
import { refusedField } from '../problem.ts'
import {
  changePolicies,
  policiesNamed,
  replacePolicies,
  requireAttachable,
} from './attach-policies.ts'
import { membersNamed, setMembers } from './environment-members.ts'
import { recordEnvironment, requireFreshEnvironment } from './environment-record.ts'
import { memberChanged, membersChanged } from './logical-snapshot.ts'
import { watchSelectedAfter } from './watch-selected.ts'
import type { Write } from './write.ts'

type Asked = BodyOf<typeof endpoint>

/**
 * Creates or updates an environment (wire.md 13); an archived one is active again. A call that
 * changes nothing leaves no trace.
 * @throws Problem 400 for another type or members that cannot be, 404 for unknown members or policies
 */
export async function putEnvironment(write: Write, asked: Asked): Promise<'created' | 'updated'> {
  const { org } = write
  const policies = asked.policies ? await policiesNamed(write, asked.policies) : null
  const existing = await lockEnvironment(org, asked.name)
  await requireFreshEnvironment(write, existing)
  if (existing && existing.type !== asked.type) {
    throw refusedField('type', `The type of an environment stays '${existing.type}'`, asked.type)
  }
  const members =
    asked.included_environments && (await membersNamed(write, asked, asked.included_environments))
  requireAttachable(asked, policies ?? [])
  if (!existing) {
    const created = await createEnvironment(write, asked, members ?? [], policies ?? [])
    // Somebody else created it between the look and the insert: now it is an update.
    return created ? 'created' : putEnvironment(write, asked)
  }
  const before = await settingsBefore(write, existing, asked)
  const isMade = await changeEnvironment(write, existing, asked, members ?? null)
  const isJudgedAnew = await judgeBy(write, existing, policies)
  if (isMade || isJudgedAnew) {
    await recordEnvironment(write, 'environment_put', asked.name, asked, before)
  }
  return 'updated'
}

async function createEnvironment(
  write: Write,
  asked: Asked,
  members: string[],
  policies: PolicyRow[],
): Promise<boolean> {
  const { org, at, actor } = write
  const id = write.newId()
  const created = await insertEnvironment(org, {
    id,
    name: asked.name,
    type: asked.type,
    description: asked.description ?? '',
    include_scaling: asked.include_scaling ?? false,
    require_provenance: asked.require_provenance ?? false,
    created_at: at,
    created_by: actor.name,
  })
  if (!created) return false
  await watchSelectedAfter(org)
  await setMembers(write, { id }, members)
  const made = policies.length > 0 && (await lockEnvironment(org, asked.name))
  if (made) await changePolicies(write, made, { attach: policies })
  await recordEnvironment(write, 'environment_put', asked.name, asked)
  return true
}

/** Attaches what a call names; one that was archived comes back without policies (wire.md 13). */
async function judgeBy(write: Write, environment: EnvironmentRow, policies: PolicyRow[] | null) {
  const named = policies ?? (environment.archived_at === null ? null : [])
  if (named === null) return false
  const { attached, detached } = await replacePolicies(write, environment, named)
  return attached.length + detached.length > 0
}

/** What an environment that is active again missed meanwhile. */
function catchUp(write: Write, { id, type }: EnvironmentRow): Promise<void> {
  return type === 'logical' ? membersChanged(write, { id }) : memberChanged(write, id)
}

/** What a call asks of an environment that exists; what is null or absent stays. */
type Settings = Pick<Asked, 'description' | 'include_scaling' | 'require_provenance'>

/** Of the settings and members that a call asks for, what they are before it. */
export async function settingsBefore(
  { org }: Write,
  existing: EnvironmentRow,
  asked: Settings & Pick<Asked, 'included_environments'>,
): Promise<object> {
  const fields = ['description', 'include_scaling', 'require_provenance'] as const
  const given = fields.filter((field) => asked[field] != null)
  const before = Object.fromEntries(given.map((field) => [field, existing[field]]))
  const { included_environments: named } = asked
  if (named == null) return before
  const members = await listMemberNames(org, existing.id)
  // The order in which members are named says nothing.
  const isSame = isDeepStrictEqual([...new Set(named)].sort(), members.toSorted())
  return { ...before, included_environments: isSame ? named : members }
}

/** Gives a locked environment new settings and members. @returns whether anything changed */
export async function changeEnvironment(
  write: Write,
  environment: EnvironmentRow,
  asked: Settings,
  members: string[] | null,
): Promise<boolean> {
  const fields = {
    description: asked.description ?? environment.description,
    include_scaling: asked.include_scaling ?? environment.include_scaling,
    require_provenance: asked.require_provenance ?? environment.require_provenance,
  }
  const hasOtherMembers = members !== null && (await setMembers(write, environment, members))
  const isSame =
    !hasOtherMembers &&
    environment.archived_at === null &&
    fields.description === environment.description &&
    fields.include_scaling === environment.include_scaling &&
    fields.require_provenance === environment.require_provenance
  if (isSame) return false
  const changed = { ...fields, archived_at: null, last_modified_at: write.at }
  await updateEnvironment(write.org, environment.id, changed)
  if (environment.archived_at !== null) {
    await watchSelectedAfter(write.org)
    await catchUp(write, environment)
  }
  return true
}
