import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Environment, patchEnvironment } from '#contract/environment/environment.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import type { Versioned } from '#web/api/endpoint-query.ts'
import { fieldOf } from '#web/form/field-of.ts'
import { TextArea, TextField } from '#web/form/field.tsx'
import { length, lengthText, minutesIn } from '#web/form/length.ts'
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
import { CheckLine } from '#web/ui/checkbox.tsx'
import { MembersField } from './members-field.tsx'
import { intervalHint } from './reporting.tsx'
import { editedEnvironmentQuery } from './queries.ts'

const labels = {
  description: 'Description',
  reporting_minutes: 'Reporting interval',
  include_scaling: 'Scaling capture',
  included_environments: 'Included environments',
  tags: 'Tags',
}

/** Settings of an environment. */
export function SettingsForm(props: { org: string; env: string; refusal: string | null }) {
  const { org, env, refusal } = props
  return (
    <RecordForm
      org={org}
      one="environment"
      purpose="What people read of the environment, when it counts as stale, and the tags by which lists and notifications find it."
      refusal={refusal}
      query={editedEnvironmentQuery(org, env)}
      schema={environmentEdit}
      labels={labels}
      fields={['description', 'reporting_minutes', 'included_environments']}
      editOf={editOf}
      valueText={valueText}
      save={(base, edit) => saveEnvironment(org, base, edit)}
      call={(base, edit) => saveCall(org, base, edit)}
      kind="environment_updated"
    >
      {({ form, base }) => (
        <>
          <TextArea label="Description" rows={2} {...fieldOf(form, 'description')} />
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
            <>
              <TextField
                label="Reporting interval"
                placeholder="learned"
                autoComplete="off"
                hint={base.reporting && intervalHint(base.reporting)}
                {...fieldOf(form, 'reporting_minutes')}
              />
              <Controller
                control={form.control}
                name="include_scaling"
                render={({ field: { value, ...field } }) => (
                  <CheckLine
                    label="Scaling capture"
                    hint="tell notifications when instance counts change"
                    checked={value}
                    {...field}
                  />
                )}
              />
            </>
          )}
          <TagsField />
        </>
      )}
    </RecordForm>
  )
}

function valueText(edit: EnvironmentEdit, field: keyof EnvironmentEdit): string {
  if (field === 'tags') return tagsText(edit.tags)
  if (field === 'included_environments') return edit.included_environments.join(', ')
  if (field === 'include_scaling') return edit.include_scaling ? 'on' : 'off'
  return edit[field]
}

/** Values of the settings form of an environment; only a logical one has members. */
const environmentEdit = z.object({
  description: z.string(),
  /** As people type it: "6 h"; nothing for what its type or its reports say. */
  reporting_minutes: length,
  include_scaling: z.boolean(),
  included_environments: z.array(z.string()),
  tags: tagRows,
})
type EnvironmentEdit = z.output<typeof environmentEdit>

/** An environment as its settings form begins. */
function editOf(environment: Environment): EnvironmentEdit {
  const { description, reporting_minutes, include_scaling, included_environments, tags } =
    environment
  return {
    description,
    reporting_minutes: lengthText(reporting_minutes),
    include_scaling,
    included_environments: included_environments ?? [],
    tags: tagRowsOf(tags),
  }
}

/** The calls that an edit comes to; nothing for what stays as it is. */
function callsOf(environment: Environment, edit: EnvironmentEdit) {
  const before = editOf(environment)
  const { tags, ...settings } = edit
  const sent = { ...settings, reporting_minutes: minutesIn(settings.reporting_minutes) ?? 0 }
  const changed = Object.entries(sent).filter(
    ([field]) =>
      JSON.stringify(settings[field as keyof typeof settings]) !==
      JSON.stringify(before[field as keyof typeof settings]),
  )
  return {
    patch: changed.length > 0 ? (Object.fromEntries(changed) as Partial<typeof sent>) : null,
    tags: tagChanges(environment.tags, tags),
  }
}

const tagged = (org: string, resource_id: string) => ({
  org,
  resource_type: 'environment',
  resource_id,
})

/** Saves an edit of the environment as it was read; refused with 412 when it changed since. */
function saveEnvironment(
  org: string,
  { record, etag }: Versioned<Environment>,
  edit: EnvironmentEdit,
): Promise<void> {
  const { patch, tags } = callsOf(record, edit)
  const params = { org, env_name: record.name }
  const save =
    patch && ((ifMatch: string) => call(patchEnvironment, { params, body: patch, ifMatch }))
  return saveTagged(tagged(org, record.name), etag, save, tags)
}

/** The calls that save an edit; before there is one, the call that would. */
function saveCall(org: string, environment: Environment, edit: EnvironmentEdit): string {
  const { patch, tags } = callsOf(environment, edit)
  const { name, description } = environment
  const params = { org, env_name: name }
  const save =
    patch || !tags ? curl(patchEnvironment, { params, body: patch ?? { description } }) : null
  return taggedCalls(tagged(org, name), save, tags)
}
