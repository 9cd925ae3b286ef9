import * as z from 'zod/mini'
import { visibility } from '#contract/flow-list.ts'
import type { Flow } from '#contract/flow.ts'
import { tagChanges, tagRows, tagRowsOf } from '../action/tag-rows.ts'
import { call } from '../api/call.ts'
import { untilSignedIn } from '../api/expiry.ts'
import type { Versioned } from '../api/versioned-query.ts'

/** What the settings form of a flow holds. */
export const flowEdit = z.object({
  description: z.string(),
  visibility,
  tags: tagRows,
})
export type FlowEdit = z.output<typeof flowEdit>

/** A flow as its settings form begins. */
export function editOf(flow: Flow): FlowEdit {
  const { description, visibility, tags } = flow
  return { description, visibility, tags: tagRowsOf(tags) }
}

/** The calls that an edit comes to; nothing for what stays as it is. */
export function callsOf(flow: Flow, edit: FlowEdit) {
  const { name } = flow
  const { description, visibility } = edit
  const isPut = description !== flow.description || visibility !== flow.visibility
  return {
    // What is not named keeps its value: the template, above all.
    put: isPut ? { name, description, visibility } : null,
    tags: tagChanges(flow.tags, edit.tags),
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
