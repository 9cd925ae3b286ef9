import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { outdate } from '../api/change-invalidation.ts'
import { curl } from '../api/curl.ts'
import { refusalTexts } from '../api/refusal-texts.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { FormError } from '../form/form-error.tsx'
import { TextField } from '../form/text-field.tsx'
import { confirm } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
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
    <Dialog title="New environment" place="wide" onClose={onClose}>
      <form noValidate className="grid gap-3.5 px-4 pb-4" onSubmit={(event) => void create(event)}>
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
        <div className="text-table">
          <Disclosure label="As API call">
            <CallBox call={curl('putEnvironment', { params: { org }, body: bodyOf(typed) })} />
          </Disclosure>
        </div>
        <FormError message={errors.root?.message} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={isSubmitting}>
            {isSubmitting ? 'Creating' : 'Create environment'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
