import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { environmentName } from '#contract/common/fields.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { getEnvironment, putEnvironment } from '#contract/environment/environment.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { isThere } from '#web/api/endpoint-query.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { fieldOf } from '#web/form/field-of.ts'
import { NameField, TextField } from '#web/form/field.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useNewForm } from '#web/record/use-record-form.ts'
import { MembersField } from './members-field.tsx'
import { typeOptions } from './type-options.ts'

/** Makes an environment: name, type, what it is, and what a logical one includes. */
export default function NewEnvironmentDialog(props: {
  org: string
  onClose: () => void
  onCreated: (name: string) => void
}) {
  const { org, onClose } = props
  const { form, typed, submit } = useNewForm<NewEnvironment>({
    org,
    kind: 'environment_created',
    schema: newEnvironment,
    defaultValues: { name: '', type: 'K8S', description: '', included_environments: [] },
    isTaken: (name) => isEnvironment(org, name),
    takenText: 'An environment with this name already exists, perhaps archived',
    create: (made) => createEnvironment(org, made),
    onCreated: props.onCreated,
  })
  const { errors, isSubmitting } = form.formState
  return (
    <ActionDialog
      title="New environment"
      position="wide"
      action={isSubmitting ? 'Creating' : 'Create environment'}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      call={curl(putEnvironment, { params: { org }, body: bodyOf(typed) })}
      onConfirm={submit}
      onClose={onClose}
    >
      <NameField
        hint="As reporters will name it, for instance prod-eu"
        {...fieldOf(form, 'name')}
      />
      <TextField label="Description" {...fieldOf(form, 'description')} />
      <Controller
        control={form.control}
        name="type"
        render={({ field }) => (
          <ChoiceField label="Type (cannot change)" options={typeOptions} {...field} />
        )}
      />
      {typed.type === 'logical' && (
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
      )}
    </ActionDialog>
  )
}

/** Values of the form of a new environment; only a logical one has members. */
export const newEnvironment = z.object({
  name: environmentName,
  type: environmentType,
  description: z.string(),
  included_environments: z.array(z.string()),
})
export type NewEnvironment = z.output<typeof newEnvironment>

/** Whether there is an environment of this name, an archived one too: a PUT would change it. */
export const isEnvironment = (org: string, env_name: string) =>
  isThere(() => call(getEnvironment, { params: { org, env_name } }))

/** The body of the call that makes it. */
export function bodyOf({ included_environments, ...body }: NewEnvironment) {
  return body.type === 'logical' ? { ...body, included_environments } : body
}

/** Makes an environment. @throws ApiError with the refused fields */
export async function createEnvironment(org: string, made: NewEnvironment): Promise<void> {
  await call(putEnvironment, { params: { org }, body: bodyOf(made) })
}
