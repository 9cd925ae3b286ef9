import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Flow, putFlow, visibility } from '#contract/flow/flow.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import type { Versioned } from '#web/api/endpoint-query.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { fieldOf } from '#web/form/field-of.ts'
import { TextArea } from '#web/form/field.tsx'
import { TagsField } from '#web/record/key-value-field.tsx'
import { RecordForm } from '#web/record/record-form.tsx'
import {
  saveTagged,
  tagChanges,
  taggedCalls,
  tagsText,
  tagRows,
  tagRowsOf,
} from '#web/record/tags.ts'
import { editedFlowQuery, visibilities } from './queries.ts'

const labels = { description: 'Description', visibility: 'Visibility', tags: 'Tags' }

const valueText = (edit: FlowEdit, field: keyof FlowEdit): string =>
  field === 'tags' ? tagsText(edit.tags) : edit[field]

/** Description, visibility and tags of a flow. */
export function SettingsForm(props: { org: string; flow: string; refusal: string | null }) {
  const { org, flow, refusal } = props
  return (
    <RecordForm
      org={org}
      one="flow"
      purpose="What people read of the flow, and the tags by which lists, policies and approval find it."
      refusal={refusal}
      query={editedFlowQuery(org, flow)}
      schema={flowEdit}
      labels={labels}
      fields={['description', 'visibility']}
      editOf={editOf}
      valueText={valueText}
      save={(base, edit) => saveFlow(org, base, edit)}
      call={(base, edit) => saveCall(org, base, edit)}
      kind="flow_updated"
    >
      {({ form }) => (
        <>
          <TextArea label="Description" rows={2} {...fieldOf(form, 'description')} />
          <Controller
            control={form.control}
            name="visibility"
            render={({ field }) => (
              <ChoiceField label="Visibility" options={visibilities} {...field} />
            )}
          />
          <TagsField />
        </>
      )}
    </RecordForm>
  )
}

/** Values of the settings form of a flow. */
export const flowEdit = z.object({
  description: z.string(),
  visibility,
  tags: tagRows,
})
type FlowEdit = z.output<typeof flowEdit>

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
    // Fields not named keep their value: the template, above all.
    put: isPut ? { name, description, visibility } : null,
    tags: tagChanges(flow.tags, edit.tags),
  }
}

const tagged = (org: string, resource_id: string) => ({ org, resource_type: 'flow', resource_id })

/** Saves an edit of the flow as it was read; refused with 412 when it changed since. */
function saveFlow(org: string, { record, etag }: Versioned<Flow>, edit: FlowEdit): Promise<void> {
  const { put, tags } = callsOf(record, edit)
  const save = put && ((ifMatch: string) => call(putFlow, { params: { org }, body: put, ifMatch }))
  return saveTagged(tagged(org, record.name), etag, save, tags)
}

/** The calls that save an edit; before there is one, the call that would. */
function saveCall(org: string, flow: Flow, edit: FlowEdit): string {
  const { put, tags } = callsOf(flow, edit)
  const { name, description, visibility } = flow
  const body = put ?? { name, description, visibility }
  const save = put || !tags ? curl(putFlow, { params: { org }, body }) : null
  return taggedCalls(tagged(org, name), save, tags)
}
