import { TextArea, TextField } from '#web/form/field.tsx'
import { PairsField, TagsField } from '#web/record/key-value-field.tsx'
import { RecordForm } from '#web/record/record-form.tsx'
import { tagLabels } from '#web/record/tags.ts'
import { type ControlEdit, controlEdit, editOf, linkLabels, saveCall, saveControl } from './edit.ts'
import { controlQuery } from './queries.ts'

const labels = { name: 'Name', description: 'Description', links: 'Links', tags: 'Tags' }

function wordsOf(edit: ControlEdit, field: keyof ControlEdit): string {
  if (field === 'tags') return tagLabels(edit.tags)
  return field === 'links' ? linkLabels(edit.links) : edit[field]
}

/** What people set on a control. */
export default function SettingsForm(props: {
  org: string
  control: string
  refusal: string | null
}) {
  const { org, control, refusal } = props
  return (
    <RecordForm
      org={org}
      one="control"
      refusal={refusal}
      query={controlQuery(org, control)}
      schema={controlEdit}
      labels={labels}
      fields={['name', 'description']}
      editOf={editOf}
      wordsOf={wordsOf}
      save={(base, edit) => saveControl(org, base, edit)}
      call={(base, edit) => saveCall(org, base, edit)}
      kind="control_updated"
    >
      {({ form }) => (
        <>
          <TextField
            label="Name"
            error={form.formState.errors.name?.message ?? null}
            {...form.register('name')}
          />
          <TextArea
            label="Description"
            rows={3}
            error={form.formState.errors.description?.message ?? null}
            {...form.register('description')}
          />
          <PairsField
            name="links"
            legend="Links"
            one="link"
            parts={[
              { field: 'label', label: 'Label', placeholder: 'Label' },
              { field: 'url', label: 'Address', placeholder: 'https://' },
            ]}
          />
          <TagsField />
        </>
      )}
    </RecordForm>
  )
}
