import * as z from 'zod/mini'
import { type Flow, visibility } from '#contract/flow.ts'
import { tagKey } from '#contract/tag.ts'
import { call } from '../api/call.ts'
import { untilSignedIn } from '../api/expiry.ts'
import type { Versioned } from '../api/versioned-query.ts'

const tag = z.object({ key: tagKey, value: z.string() })

/** What the settings form of a flow holds. */
export const flowEdit = z.object({
  description: z.string(),
  visibility,
  tags: z.array(tag).check(({ value: tags, issues }) => {
    const keys = tags.map(({ key }) => key)
    for (const [index, key] of keys.entries()) {
      if (keys.indexOf(key) === index) continue
      const message = 'There is a tag with this key above'
      issues.push({ code: 'custom', input: key, path: [index, 'key'], message })
    }
  }),
})
export type FlowEdit = z.output<typeof flowEdit>

/** A flow as its settings form begins. */
export function editOf(flow: Flow): FlowEdit {
  const { description, visibility, tags } = flow
  const sorted = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1))
  return { description, visibility, tags: sorted.map(([key, value]) => ({ key, value })) }
}

/** Fields in which two states of a flow differ. */
export function differingFields(one: Flow, other: Flow): (keyof FlowEdit)[] {
  const [a, b] = [editOf(one), editOf(other)]
  return (Object.keys(a) as (keyof FlowEdit)[]).filter(
    (field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]),
  )
}

/** Tags travel as differences, so that what others set meanwhile stays (wire.md 18.1). */
export function tagChanges(before: Record<string, string>, after: FlowEdit['tags']) {
  const set_tags = Object.fromEntries(
    after.filter(({ key, value }) => before[key] !== value).map(({ key, value }) => [key, value]),
  )
  const kept = new Set(after.map(({ key }) => key))
  return { set_tags, remove_tags: Object.keys(before).filter((key) => !kept.has(key)) }
}

/** The calls that an edit comes to; nothing for what stays as it is. */
export function callsOf(flow: Flow, edit: FlowEdit) {
  const { name } = flow
  const { description, visibility } = edit
  const isPut = description !== flow.description || visibility !== flow.visibility
  const changes = tagChanges(flow.tags, edit.tags)
  const isTagged = Object.keys(changes.set_tags).length + changes.remove_tags.length > 0
  return {
    // What is not named keeps its value: the template, above all.
    put: isPut ? { name, description, visibility } : null,
    tags: isTagged ? changes : null,
  }
}

/** Saves an edit of the flow as it was read; refused with 412 when it changed since. */
export async function saveFlow(
  org: string,
  { record, etag }: Versioned<Flow>,
  edit: FlowEdit,
): Promise<void> {
  const { put, tags } = callsOf(record, edit)
  if (put) {
    const input = { params: { org }, body: put, ifMatch: etag }
    await untilSignedIn(() => call('putFlow', input))
  }
  if (tags) {
    const params = { org, resource_type: 'flow', resource_id: record.name }
    // Our own PUT has already moved the record on.
    const input = { params, body: tags, ...(put ? {} : { ifMatch: etag }) }
    await untilSignedIn(() => call('changeTags', input))
  }
}
