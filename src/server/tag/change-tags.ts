import { isDeepStrictEqual } from 'node:util'
import type { AuditEvent, AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { BodyOf, ParamsOf, Role } from '#contract/common/endpoint.ts'
import type { changeTags as endpoint, TaggedType } from '#contract/tag/tag.ts'
import { changesRetention } from '#domain/flow/retention.ts'
import { changesApproval } from '#domain/override/override-rules.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { unknownControl, requireFreshControl } from '#server/control/load-control.ts'
import { lockControl, updateControl } from '#server/control/queries.ts'
import { lockActiveEnvironment } from '#server/environment/load-environment.ts'
import { updateEnvironment } from '#server/environment/queries.ts'
import { enqueueReevaluation } from '#server/evaluation/queue.ts'
import { lockActiveFlow } from '#server/flow/load-flow.ts'
import { setFlowTags } from '#server/flow/queries.ts'
import { refreshWatchesAfterCommit } from '#server/notification/watch-environments.ts'
import { findSettings } from '#server/organization/queries.ts'
import { notFound } from '#server/platform/problem.ts'
import { lockRepo, setRepoTags } from '#server/repo/queries.ts'
import { requireRole } from '#server/request/access.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

type Tags = Record<string, string>

/** A tagged record, locked. */
interface Tagged {
  tags: Tags
  kind: AuditKind
  subject: AuditEvent['subject']
  save(tags: Tags): Promise<void>
  /** Returns the role required for these tags, if it is more than that of the call. */
  roleFor?(tags: Tags): Promise<Role>
}

/** Returns the role required to let a flow, or its name, have other tags. */
export async function roleForFlowTags(org: OrgDatabase, before: Tags, after: Tags): Promise<Role> {
  const { settings } = await findSettings(org, 'overrides')
  const { settings: retention } = await findSettings(org, 'retention')
  const isGuarded =
    changesApproval(settings, 'flow', before, after) || changesRetention(retention, before, after)
  return isGuarded ? 'admin' : 'member'
}

/** Returns the role required to let an environment, or its name, have other tags. */
export async function roleForEnvironmentTags(
  org: OrgDatabase,
  before: Tags,
  after: Tags,
): Promise<Role> {
  const { settings } = await findSettings(org, 'overrides')
  return changesApproval(settings, 'environment', before, after) ? 'admin' : 'member'
}

async function lockTaggedFlow(write: UnitOfWork, name: string): Promise<Tagged> {
  const flow = await lockActiveFlow(write, name)
  return {
    tags: flow.tags,
    kind: 'tags_changed',
    subject: { flow_name: name },
    roleFor: (after) => roleForFlowTags(write.org, flow.tags, after),
    async save(tags) {
      await setFlowTags(write.org, flow.id, tags)
      const cause = { kind: 'flow', flow_name: name } as const
      await write.org.executeBatch([enqueueReevaluation(write, { flow_id: flow.id }, cause)])
    },
  }
}

async function lockTaggedEnvironment(write: UnitOfWork, name: string): Promise<Tagged> {
  const { id, tags } = await lockActiveEnvironment(write, name)
  return {
    tags,
    kind: 'environment_tags_changed',
    subject: { environment_name: name },
    roleFor: (after) => roleForEnvironmentTags(write.org, tags, after),
    save: async (tags) => {
      await updateEnvironment(write.org, id, { tags, last_modified_at: write.at })
      await refreshWatchesAfterCommit(write.org)
    },
  }
}

async function lockTaggedControl(write: UnitOfWork, identifier: string): Promise<Tagged> {
  const control = await lockControl(write.org, identifier)
  // Clients look for the quotes around it.
  if (!control) throw notFound(`"${unknownControl(write, identifier)}"`)
  await requireFreshControl(write, control)
  return {
    tags: control.tags,
    kind: 'control_tags_changed',
    subject: { control: identifier },
    save: async (tags) => {
      await updateControl(write.org, identifier, { tags: JSON.stringify(tags) })
    },
  }
}

async function lockTaggedRepo(write: UnitOfWork, id: string): Promise<Tagged> {
  const repo = await lockRepo(write.org, id)
  if (!repo) throw notFound(`Repo '${id}' not found`)
  return {
    tags: repo.tags,
    kind: 'repo_tags_changed',
    subject: { repo_id: id },
    save: (tags) => setRepoTags(write.org, id, tags, write.at),
  }
}

const lockTagged: Record<TaggedType, (write: UnitOfWork, id: string) => Promise<Tagged>> = {
  flow: lockTaggedFlow,
  flows: lockTaggedFlow,
  env: lockTaggedEnvironment,
  environment: lockTaggedEnvironment,
  environments: lockTaggedEnvironment,
  control: lockTaggedControl,
  controls: lockTaggedControl,
  repo: lockTaggedRepo,
  repos: lockTaggedRepo,
}

/**
 * Changes tags by differences: sets first, then removes. A call that changes nothing leaves no
 * trace. Tags that make exceptions need approval, or decide for how long evidence is kept, are
 * changed by admins: else a member could remove them, make the exception, and put them back.
 * @throws Problem 403, 404 for what is unknown
 */
export async function changeTags(
  write: UnitOfWork,
  { resource_type, resource_id }: ParamsOf<typeof endpoint>,
  change: BodyOf<typeof endpoint>,
): Promise<void> {
  const tagged = await lockTagged[resource_type as TaggedType](write, resource_id)
  const removed = new Set(change.remove_tags)
  const after = Object.fromEntries(
    Object.entries({ ...tagged.tags, ...change.set_tags }).filter(([key]) => !removed.has(key)),
  )
  if (isDeepStrictEqual(after, tagged.tags)) return
  if (tagged.roleFor) requireRole(write, await tagged.roleFor(after))
  await tagged.save(after)
  await appendAuditEntry(write, {
    kind: tagged.kind,
    subject: tagged.subject,
    body: { name: resource_id, before: tagged.tags, after },
  })
}
