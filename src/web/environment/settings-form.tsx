import { Controller } from 'react-hook-form'
import { RecordForm } from '../action/record-form.tsx'
import { tagLabels } from '../action/tag-rows.ts'
import { TagsField } from '../action/tags-field.tsx'
import { TextArea } from '../form/text-area.tsx'
import { editOf, type EnvironmentEdit, environmentEdit, saveCall, saveEnvironment } from './edit.ts'
import { MembersField } from './members-field.tsx'
import { editedEnvironmentQuery } from './queries.ts'

const labels = {
  description: 'Description',
  include_scaling: 'Scaling capture',
  included_environments: 'Included environments',
  tags: 'Tags',
}

/** What people set on an environment. */
export function SettingsForm(props: { org: string; env: string; refusal: string | null }) {
  const { org, env, refusal } = props
  return (
    <RecordForm
      org={org}
      one="environment"
      refusal={refusal}
      query={editedEnvironmentQuery(org, env)}
      schema={environmentEdit}
      labels={labels}
      fields={['description', 'included_environments']}
      editOf={editOf}
      wordsOf={wordsOf}
      save={(base, edit) => saveEnvironment(org, base, edit)}
      call={(base, edit) => saveCall(org, base, edit)}
      kind="environment_updated"
    >
      {({ form, base }) => (
        <>
          <TextArea
            label="Description"
            rows={2}
            error={form.formState.errors.description?.message ?? null}
            {...form.register('description')}
          />
          {base.type === 'logical' ? (
            <Controller
              control={form.control}
              name="included_environments"
              render={({ field, fieldState }) => (
                <MembersField
                  org={org}
                  error={fieldState.error?.message ?? null}
                  selected={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          ) : (
            <label className="flex min-h-6 items-center gap-2 text-table max-md:min-h-11">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                {...form.register('include_scaling')}
              />
              <span>
                Scaling capture{' '}
                <span className="text-muted">tell notifications when instance counts change</span>
              </span>
            </label>
          )}
          <TagsField />
        </>
      )}
    </RecordForm>
  )
}

function wordsOf(edit: EnvironmentEdit, field: keyof EnvironmentEdit): string {
  if (field === 'tags') return tagLabels(edit.tags)
  if (field === 'included_environments') return edit.included_environments.join(', ')
  if (field === 'include_scaling') return edit.include_scaling ? 'on' : 'off'
  return edit.description
}
