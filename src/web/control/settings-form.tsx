import { useQueryClient } from '@tanstack/react-query'
import { Conflict } from '../action/conflict.tsx'
import { PairsField } from '../action/pairs-field.tsx'
import { RecordForm } from '../action/record-form.tsx'
import { tagWords } from '../action/tag-rows.ts'
import { TagsField } from '../action/tags-field.tsx'
import { useRecordForm } from '../action/use-record-form.ts'
import { outdate } from '../api/change-invalidation.ts'
import { TextArea } from '../form/text-area.tsx'
import { TextField } from '../form/text-field.tsx'
import { type ControlEdit, controlEdit, editOf, linkWords, saveCall, saveControl } from './edit.ts'
import { controlQuery } from './queries.ts'

const labels: Record<keyof ControlEdit, string> = {
  name: 'Name',
  description: 'Description',
  links: 'Links',
  tags: 'Tags',
}

const wordsOf = ({ name, description, links, tags }: ControlEdit): Record<string, string> => ({
  name,
  description,
  links: linkWords(links),
  tags: tagWords(tags),
})

/** What people set on a control; what others save meanwhile is shown beside. */
export default function SettingsForm(props: {
  org: string
  control: string
  refusal: string | null
}) {
  const { org, control, refusal } = props
  const queryClient = useQueryClient()
  const { form, base, edited, conflict, submit, isSaved } = useRecordForm({
    query: controlQuery(org, control),
    one: 'control',
    schema: controlEdit,
    fields: ['name', 'description'],
    editOf,
    save: (base, edit) => saveControl(org, base, edit),
    onSaved: () => void outdate(queryClient, org, { kind: 'control_put', subject: {} }),
  })
  const { errors } = form.formState
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
            one="control"
            rows={conflict.differing.map((field) => ({
              label: labels[field],
              mine: wordsOf(edited)[field] ?? '',
              theirs: wordsOf(conflict.theirs)[field] ?? '',
            }))}
            onKeep={conflict.keepMine}
            onTake={conflict.take}
          />
        )
      }
    >
      <TextField label="Name" error={errors.name?.message ?? null} {...form.register('name')} />
      <TextArea
        label="Description"
        rows={3}
        error={errors.description?.message ?? null}
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
    </RecordForm>
  )
}
