import { ActionDialog } from '../action/action-dialog.tsx'
import { useNewForm } from '../action/use-new-form.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import { FileText } from '../form/file-text.tsx'
import { TextArea } from '../form/text-area.tsx'
import { TextField } from '../form/text-field.tsx'
import { createFlow, isFlow, type NewFlow, newFlow, newFlowCall } from './create.ts'
import { visibilities } from './visibilities.ts'

/** Makes a flow: name, what it is about, who it is for, and what every run must prove. */
export default function NewFlowDialog(props: {
  org: string
  onClose: () => void
  onCreated: (name: string) => void
}) {
  const { org, onClose } = props
  const { form, typed, submit } = useNewForm<NewFlow>({
    org,
    kind: 'flow_created',
    schema: newFlow,
    defaultValues: { name: '', description: '', visibility: 'private', template_file: '' },
    isTaken: (name) => isFlow(org, name),
    takenWords: 'There is a flow of this name already, perhaps archived',
    create: (flow) => createFlow(org, flow),
    onCreated: props.onCreated,
  })
  const { errors, isSubmitting } = form.formState
  return (
    <ActionDialog
      title="New flow"
      place="wide"
      action={isSubmitting ? 'Creating' : 'Create flow'}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      call={newFlowCall(org, typed)}
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
