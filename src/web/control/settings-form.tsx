import { Controller } from 'react-hook-form'
import { fieldOf } from '#web/form/field-of.ts'
import { TextArea, TextField } from '#web/form/field.tsx'
import { PairsField, TagsField } from '#web/record/key-value-field.tsx'
import { RecordForm } from '#web/record/record-form.tsx'
import { SelectorField, selectorError } from '#web/record/selector-field.tsx'
import { selectorBody } from '#web/record/selector.ts'
import { tagsText } from '#web/record/tags.ts'
import { type ControlEdit, controlEdit, editOf, linksText, saveCall, saveControl } from './edit.ts'
import { controlQuery } from './queries.ts'
import { selectedLabel } from './scope-labels.ts'

const labels = {
  name: 'Name',
  description: 'Description',
  owner: 'Owner',
  links: 'Links',
  tags: 'Tags',
  environments: 'Environments in scope',
  flows: 'Artifacts in scope',
}

function valueText(edit: ControlEdit, field: keyof ControlEdit): string {
  if (field === 'tags') return tagsText(edit.tags)
  if (field === 'links') return linksText(edit.links)
  if (field === 'environments') return selectedLabel('environment', selectorBody(edit[field]))
  if (field === 'flows') return selectedLabel('flow', selectorBody(edit[field]))
  return edit[field]
}

const scopeFields = [
  {
    name: 'environments',
    record: 'environment',
    hint: 'Empty: all. An environment must match everything given; a logical one means its members.',
  },
  {
    name: 'flows',
    record: 'flow',
    hint: 'Artifacts of flows that match everything given. Empty: all that run; the pattern * means any flow.',
  },
] as const

/** Settings of a control. */
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
      fields={['name', 'description', 'owner']}
      editOf={editOf}
      valueText={valueText}
      save={(base, edit) => saveControl(org, base, edit)}
      call={(base, edit) => saveCall(org, base, edit)}
      kind="control_updated"
    >
      {({ form }) => (
        <>
          <TextField label="Name" {...fieldOf(form, 'name')} />
          <TextArea label="Description" rows={3} {...fieldOf(form, 'description')} />
          <TextField
            label="Owner"
            hint="Who answers for it: a team, a person, or both"
            {...fieldOf(form, 'owner')}
          />
          {scopeFields.map(({ name, record, hint }) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <SelectorField
                  org={org}
                  record={record}
                  label={labels[name]}
                  selector={field.value}
                  error={selectorError(form.formState.errors[name])}
                  hint={hint}
                  onChange={field.onChange}
                />
              )}
            />
          ))}
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
