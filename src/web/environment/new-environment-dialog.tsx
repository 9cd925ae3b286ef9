import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { ActionDialog } from '../action/action-dialog.tsx'
import { outdate } from '../api/change-invalidation.ts'
import { curl } from '../api/curl.ts'
import { refusalTexts } from '../api/refusal-texts.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { TextField } from '../form/text-field.tsx'
import { confirm } from '../ui/announcer.tsx'
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
  const queryClient = useQueryClient()
  const form = useForm<NewEnvironment>({
    defaultValues: { name: '', type: 'K8S', description: '', included_environments: [] },
    resolver: contractResolver(newEnvironment),
  })
  const { errors, isSubmitting } = form.formState
  const typed = useWatch({ control: form.control }) as NewEnvironment

  const create = form.handleSubmit(async (made) => {
    try {
      if (await isEnvironment(org, made.name)) {
        const message = 'There is an environment of this name already, perhaps archived'
        return form.setError('name', { message }, { shouldFocus: true })
      }
      await createEnvironment(org, made)
    } catch (error) {
      const fields = ['name', 'type', 'description', 'included_environments'] as const
      const { byField, whole } = refusalTexts(error, fields)
      for (const [field, message] of byField) form.setError(field, { message })
      if (whole) form.setError('root', { message: whole })
      return
    }
    confirm(`Created ${made.name}`)
    void outdate(queryClient, org, { kind: 'environment_put', subject: {} })
    props.onCreated(made.name)
  })
  return (
    <ActionDialog
      title="New environment"
      place="wide"
      action={isSubmitting ? 'Creating' : 'Create environment'}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      call={curl('putEnvironment', { params: { org }, body: bodyOf(typed) })}
      onConfirm={create}
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
