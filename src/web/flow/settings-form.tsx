import { RecordForm } from '../action/record-form.tsx'
import { tagLabels } from '../action/tag-rows.ts'
import { TagsField } from '../action/tags-field.tsx'
import { ChoiceField } from '../form/choice-field.tsx'
import { TextArea } from '../form/text-area.tsx'
import { editOf, type FlowEdit, flowEdit, saveCall, saveFlow } from './edit.ts'
import { editedFlowQuery } from './queries.ts'
import { visibilities } from './visibilities.ts'

const labels = { description: 'Description', visibility: 'Visibility', tags: 'Tags' }

const wordsOf = (edit: FlowEdit, field: keyof FlowEdit): string =>
  field === 'tags' ? tagLabels(edit.tags) : edit[field]

/** Description, visibility and tags of a flow. */
export function SettingsForm(props: { org: string; flow: string; refusal: string | null }) {
  const { org, flow, refusal } = props
  return (
    <RecordForm
      org={org}
      one="flow"
      refusal={refusal}
      query={editedFlowQuery(org, flow)}
      schema={flowEdit}
      labels={labels}
      fields={['description', 'visibility']}
      editOf={editOf}
      wordsOf={wordsOf}
      save={(base, edit) => saveFlow(org, base, edit)}
      call={(base, edit) => saveCall(org, base, edit)}
      kind="flow_updated"
    >
      {({ form }) => (
        <>
          <TextArea
            label="Description"
            rows={2}
            error={form.formState.errors.description?.message ?? null}
            {...form.register('description')}
          />
          <ChoiceField label="Visibility" options={visibilities} {...form.register('visibility')} />
          <TagsField />
        </>
      )}
    </RecordForm>
  )
}
