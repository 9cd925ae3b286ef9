import { useQueryClient } from '@tanstack/react-query'
import { Conflict } from '../action/conflict.tsx'
import { RecordForm } from '../action/record-form.tsx'
import { tagWords } from '../action/tag-rows.ts'
import { TagsField } from '../action/tags-field.tsx'
import { useRecordForm } from '../action/use-record-form.ts'
import { outdate } from '../api/change-invalidation.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { TextArea } from '../form/text-area.tsx'
import { editOf, type FlowEdit, flowEdit, saveFlow } from './edit.ts'
import { editedFlowQuery } from './queries.ts'
import { saveCall } from './save-call.ts'
import { visibilities } from './visibilities.ts'

const labels: Record<keyof FlowEdit, string> = {
  description: 'Description',
  visibility: 'Visibility',
  tags: 'Tags',
}

/** Description, visibility and tags of a flow. What others save meanwhile is shown beside. */
export function SettingsForm(props: { org: string; flow: string; refusal: string | null }) {
  const { org, flow, refusal } = props
  const queryClient = useQueryClient()
  const { form, base, edited, conflict, submit, isSaved } = useRecordForm({
    query: editedFlowQuery(org, flow),
    one: 'flow',
    schema: flowEdit,
    fields: ['description', 'visibility'],
    editOf,
    save: (base, edit) => saveFlow(org, base, edit),
    onSaved: () =>
      void outdate(queryClient, org, { kind: 'flow_put', subject: { flow_name: flow } }),
  })
  return (
    <RecordForm
      form={form}
      refusal={refusal}
      isSaved={isSaved}
      call={saveCall(org, base, edited)}
      onSubmit={submit}
      conflict={
        conflict && (
          <Conflict
            one="flow"
            rows={conflict.differing.map((field) => ({
              label: labels[field],
              mine: wordsOf(edited, field),
              theirs: wordsOf(conflict.theirs, field),
            }))}
            onKeep={conflict.keepMine}
            onTake={conflict.take}
          />
        )
      }
    >
      <TextArea
        label="Description"
        rows={2}
        error={form.formState.errors.description?.message ?? null}
        {...form.register('description')}
      />
      <ChoiceField label="Visibility" options={visibilities} {...form.register('visibility')} />
      <TagsField />
    </RecordForm>
  )
}

const wordsOf = (edit: FlowEdit, field: keyof FlowEdit): string =>
  field === 'tags' ? tagWords(edit.tags) : edit[field]
