import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, ParamsOf } from '#contract/endpoint.ts'
import type { changeTags as endpoint, TaggedType } from '#contract/tag.ts'
import type { Change, ChangeKind } from '#contract/change.ts'
import { lockControl, updateControl } from '../control/queries.ts'
import { updateEnvironment } from '../environment/queries.ts'
import { setFlowTags } from '../flow/queries.ts'
import { notFound } from '../problem.ts'
import { lockRepo, setRepoTags } from '../repo/queries.ts'
import { unknownControl } from './control-path.ts'
import { requireFreshControl } from './control-record.ts'
import { lockActiveEnvironment } from './environment-record.ts'
import { leaveDirty } from './leave-dirty.ts'
import { leaveRecord } from './leave-record.ts'
import { lockActiveFlow } from './lock-active-flow.ts'
import { watchSelectedAfter } from './watch-selected.ts'
import type { Write } from './write.ts'

type Tags = Record<string, string>

/** Something that carries tags, locked. */
interface Tagged {
  tags: Tags
  kind: ChangeKind
  subject: Change['subject']
  save(tags: Tags): Promise<void>
}

async function lockTaggedFlow(write: Write, name: string): Promise<Tagged> {
  const flow = await lockActiveFlow(write, name)
  return {
    tags: flow.tags,
    kind: 'tags_changed',
    subject: { flow_name: name },
    async save(tags) {
      await setFlowTags(write.org, flow.id, tags)
      const cause = { kind: 'flow', flow_name: name } as const
      await write.org.writeTogether([leaveDirty(write, { flow_id: flow.id }, cause)])
    },
  }
}

async function lockTaggedEnvironment(write: Write, name: string): Promise<Tagged> {
  const { id, tags } = await lockActiveEnvironment(write, name)
  return {
    tags,
    kind: 'environment_tags_changed',
    subject: { environment_name: name },
    save: async (tags) => {
      await updateEnvironment(write.org, id, { tags, last_modified_at: write.at })
      await watchSelectedAfter(write.org)
    },
  }
}

async function lockTaggedControl(write: Write, identifier: string): Promise<Tagged> {
  const control = await lockControl(write.org, identifier)
  // Clients look for the quotes around it (wire.md 25).
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

async function lockTaggedRepo(write: Write, id: string): Promise<Tagged> {
  const repo = await lockRepo(write.org, id)
  if (!repo) throw notFound(`Repo '${id}' not found`)
  return {
    tags: repo.tags,
    kind: 'repo_tags_changed',
    subject: { repo_id: id },
    save: (tags) => setRepoTags(write.org, id, tags, write.at),
  }
}

const lockTagged: Record<TaggedType, (write: Write, id: string) => Promise<Tagged>> = {
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
 * Changes tags by differences: sets first, then removes (wire.md 18.1). A call that changes nothing
 * leaves no trace.
 * @throws Problem 404 for what is unknown
 */
export async function changeTags(
  write: Write,
  { resource_type, resource_id }: ParamsOf<typeof endpoint>,
  change: BodyOf<typeof endpoint>,
): Promise<void> {
  const tagged = await lockTagged[resource_type as TaggedType](write, resource_id)
  const removed = new Set(change.remove_tags)
  const after = Object.fromEntries(
    Object.entries({ ...tagged.tags, ...change.set_tags }).filter(([key]) => !removed.has(key)),
  )
  if (isDeepStrictEqual(after, tagged.tags)) return
  await tagged.save(after)
  await leaveRecord(write, {
    kind: tagged.kind,
    subject: tagged.subject,
    body: { name: resource_id, before: tagged.tags, after },
  })
}
