import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { ActionDialog } from '../action/action-dialog.tsx'
import { outdate } from '../api/change-invalidation.ts'
import { refusalTexts } from '../api/refusal-texts.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { contractResolver } from '../form/contract-resolver.ts'
import { FileText } from '../form/file-text.tsx'
import { TextArea } from '../form/text-area.tsx'
import { TextField } from '../form/text-field.tsx'
import { confirm } from '../ui/announcer.tsx'
import { createFlow, isFlow, type NewFlow, newFlow, newFlowCall } from './create.ts'
import { visibilities } from './visibilities.ts'

/** Makes a flow: name, what it is about, who it is for, and what every run must prove. */
export default function NewFlowDialog(props: {
  org: string
  onClose: () => void
  onCreated: (name: string) => void
}) {
  const { org, onClose } = props
  const queryClient = useQueryClient()
  const form = useForm<NewFlow>({
    defaultValues: { name: '', description: '', visibility: 'private', template_file: '' },
    resolver: contractResolver(newFlow),
  })
  const { errors, isSubmitting } = form.formState
  const typed = useWatch({ control: form.control }) as NewFlow

  const create = form.handleSubmit(async (flow) => {
    try {
      if (await isFlow(org, flow.name)) {
        const message = 'There is a flow of this name already, perhaps archived'
        return form.setError('name', { message }, { shouldFocus: true })
      }
      await createFlow(org, flow)
    } catch (error) {
      const fields = ['name', 'description', 'visibility', 'template_file'] as const
      const { byField, whole } = refusalTexts(error, fields)
      for (const [field, message] of byField)
        form.setError(field, { message }, { shouldFocus: true })
      if (whole) form.setError('root', { message: whole })
      return
    }
    confirm(`Created ${flow.name}`)
    void outdate(queryClient, org, { kind: 'flow_put', subject: {} })
    props.onCreated(flow.name)
  })
  return (
    <ActionDialog
      title="New flow"
      place="wide"
      action={isSubmitting ? 'Creating' : 'Create flow'}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      call={newFlowCall(org, typed)}
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
        hint="As pipelines will report to it, for instance payments-api"
        error={errors.name?.message ?? null}
        {...form.register('name')}
      />
      <TextField
        label="Description"
        error={errors.description?.message ?? null}
        {...form.register('description')}
      />
      <ChoiceField label="Visibility" options={visibilities} {...form.register('visibility')} />
      <TextArea
        label="Template, optional"
        isCode
        rows={7}
        spellCheck={false}
        placeholder={
          'version: 1\ntrail:\n  attestations:\n    - name: unit-tests\n      type: junit'
        }
        hint={
          <>
            What every trail must prove. Without one nothing is expected.{' '}
            <FileText
              label="Read it from a file"
              accept=".yml,.yaml"
              onText={(text) =>
                form.setValue('template_file', text, { shouldDirty: true, shouldValidate: true })
              }
            />
          </>
        }
        error={errors.template_file?.message ?? null}
        {...form.register('template_file')}
      />
    </ActionDialog>
  )
}
