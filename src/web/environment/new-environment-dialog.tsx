import { Controller } from 'react-hook-form'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useNewForm } from '../action/use-new-form.ts'
import { curl } from '../api/curl.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { TextField } from '../form/text-field.tsx'
import {
  bodyOf,
  createEnvironment,
  isEnvironment,
  type NewEnvironment,
  newEnvironment,
} from './create.ts'
import { MembersField } from './members-field.tsx'
import { typeOptions } from './types.ts'

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
    takenWords: 'There is an environment of this name already, perhaps archived',
    create: (made) => createEnvironment(org, made),
    onCreated: props.onCreated,
  })
  const { errors, isSubmitting } = form.formState
  return (
    <ActionDialog
      title="New environment"
      place="wide"
      action={isSubmitting ? 'Creating' : 'Create environment'}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      call={curl('putEnvironment', { params: { org }, body: bodyOf(typed) })}
      onConfirm={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoCapitalize="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
        autoFocus
        required
        hint="As reporters will name it, for instance prod-eu"
        error={errors.name?.message ?? null}
        {...form.register('name')}
      />
      <TextField
        label="Description"
        error={errors.description?.message ?? null}
        {...form.register('description')}
      />
      <ChoiceField label="Type, which stays" options={typeOptions} {...form.register('type')} />
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
