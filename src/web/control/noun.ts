import type { Resource } from '../action/noun.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'

/** How a control is tagged and archived. */
export const controlNoun: Resource = {
  one: 'control',
  words: {
    leaves: 'and cannot be edited',
    refusal: (isOne) =>
      `${isOne ? 'It leaves' : 'They leave'} the lists and cannot be edited. Rules that name ${isOne ? 'it' : 'them'} still apply.`,
  },
  kinds: { archived: 'control_archived', tagged: 'control_tags_changed' },
  archive: (org, identifier) => call('archiveControl', { params: { org, identifier } }),
  archiveCall: (org, identifier) => curl('archiveControl', { params: { org, identifier } }),
  changeTags: (org, resource_id, body) =>
    call('changeTags', { params: { org, resource_type: 'control', resource_id }, body }),
}
