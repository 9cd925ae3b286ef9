import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { flowName } from '#contract/common/fields.ts'
import { getFlow, putFlowWithTemplate, visibility } from '#contract/flow/flow.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { isThere } from '#web/api/endpoint-query.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { fieldOf } from '#web/form/field-of.ts'
import { NameField, TextArea, TextField } from '#web/form/field.tsx'
import { FileText } from '#web/form/file-text.tsx'
import { ActionDialog } from '#web/record/action-dialog.tsx'
import { useNewForm } from '#web/record/use-record-form.ts'
import { visibilities } from './queries.ts'

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
    takenText: 'A flow with this name already exists, perhaps archived',
    create: (flow) => createFlow(org, flow),
    onCreated: props.onCreated,
  })
  const { errors, isSubmitting } = form.formState
  return (
    <ActionDialog
      title="New flow"
      position="wide"
      action={isSubmitting ? 'Creating' : 'Create flow'}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      call={newFlowCall(org, typed)}
      onConfirm={submit}
      onClose={onClose}
    >
      <NameField
        hint="As pipelines will report to it, for instance payments-api"
        {...fieldOf(form, 'name')}
      />
      <TextField label="Description" {...fieldOf(form, 'description')} />
      <Controller
        control={form.control}
        name="visibility"
        render={({ field }) => <ChoiceField label="Visibility" options={visibilities} {...field} />}
      />
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
            What every trail must prove. Without a template nothing is expected.{' '}
            <FileText
              label="Read it from a file"
              accept=".yml,.yaml"
              onText={(text) =>
                form.setValue('template_file', text, { shouldDirty: true, shouldValidate: true })
              }
            />
          </>
        }
        {...fieldOf(form, 'template_file')}
      />
    </ActionDialog>
  )
}

/** Values of the form of a new flow; the template is YAML, empty for none. */
export const newFlow = z.object({
  name: flowName,
  description: z.string(),
  visibility,
  template_file: z.string(),
})
export type NewFlow = z.output<typeof newFlow>

const fileName = 'template.yml'
const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

/** Whether the organization has a flow of this name, an archived one too: a PUT would change it. */
export const isFlow = (org: string, flow_name: string) =>
  isThere(() => call(getFlow, { params: { org, flow_name } }))

/** Makes a flow. @throws ApiError with the refused fields */
export async function createFlow(org: string, flow: NewFlow): Promise<void> {
  const { template_file: template, ...body } = flow
  const file = template.trim() === '' ? undefined : new File([ended(template)], fileName)
  const input = { params: { org }, body, ...(file && { file }) }
  await call(putFlowWithTemplate, input)
}

/** The call that makes a flow. */
export function newFlowCall(org: string, flow: NewFlow): string {
  const { template_file: template, ...body } = flow
  const file = { part: 'template_file', name: fileName, text: ended(template) }
  return curl(putFlowWithTemplate, {
    params: { org },
    body,
    ...(template.trim() !== '' && { file }),
  })
}
