import { type RenamableResource, reportsOf } from '../action/noun.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { editedFlowQuery } from './queries.ts'

/** How a flow is tagged, renamed and archived. */
export const flowNoun: RenamableResource = {
  one: 'flow',
  history: 'Trails, artifacts and evidence move along.',
  words: reportsOf('Pipelines that report'),
  renamed: 'flow_renamed',
  kinds: {
    archived: 'flow_archived',
    tagged: 'tags_changed',
  },
  edited: editedFlowQuery,
  rename: (org, flow_name, body, ifMatch) =>
    call('renameFlow', { params: { org, flow_name }, body, ifMatch }),
  renameCall: (org, flow_name, new_name) =>
    curl('renameFlow', { params: { org, flow_name }, body: { new_name } }),
  archive: (org, flow_name) => call('archiveFlow', { params: { org, flow_name } }),
  archiveCall: (org, flow_name) => curl('archiveFlow', { params: { org, flow_name } }),
  changeTags: (org, resource_id, body) =>
    call('changeTags', { params: { org, resource_type: 'flow', resource_id }, body }),
}
