import type { Flow } from '#contract/flow.ts'
import { curl } from '../api/curl.ts'
import { callsOf, type FlowEdit } from './edit.ts'

/** The calls that save an edit of a flow; before there is one, the call that would. */
export function saveCall(org: string, flow: Flow, edit: FlowEdit): string {
  const { put, tags } = callsOf(flow, edit)
  const { name } = flow
  const { description, visibility } = edit
  const calls = [
    (put ?? !tags) && curl('putFlow', { params: { org }, body: { name, description, visibility } }),
    tags &&
      curl('changeTags', {
        params: { org, resource_type: 'flow', resource_id: name },
        body: tags,
      }),
  ]
  return calls.filter(Boolean).join('\n\n')
}
