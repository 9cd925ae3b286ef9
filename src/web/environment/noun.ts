import { type RenamableResource, reportsOf } from '../action/noun.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { editedEnvironmentQuery } from './queries.ts'

/** How an environment is tagged, renamed and archived. */
export const environmentNoun: RenamableResource = {
  one: 'environment',
  history: 'Snapshots and events move along.',
  words: reportsOf('Reports'),
  renamed: 'environment_renamed',
  kinds: {
    archived: 'environment_archived',
    tagged: 'environment_tags_changed',
  },
  edited: editedEnvironmentQuery,
  rename: (org, env_name, body, ifMatch) =>
    call('renameEnvironment', { params: { org, env_name }, body, ifMatch }),
  renameCall: (org, env_name, new_name) =>
    curl('renameEnvironment', { params: { org, env_name }, body: { new_name } }),
  archive: (org, env_name) => call('archiveEnvironment', { params: { org, env_name } }),
  archiveCall: (org, env_name) => curl('archiveEnvironment', { params: { org, env_name } }),
  changeTags: (org, resource_id, body) =>
    call('changeTags', { params: { org, resource_type: 'environment', resource_id }, body }),
}
