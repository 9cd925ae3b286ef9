import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { contractResolver } from '#web/form/contract-resolver.ts'
import { fieldOf } from '#web/form/field-of.ts'
import { TextField } from '#web/form/field.tsx'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import type { RenamableResource } from './resource.ts'

/** Gives a flow or an environment another name; its history stays with it. */
export function RenameForm(props: {
  noun: RenamableResource
  org: string
  name: string
  /** Schema of a name. */
  rule: z.ZodMiniType<string, string>
  refusal: string | null
  onRenamed: (name: string) => void
}) {
  const { noun, org, name, refusal } = props
  const queryClient = useQueryClient()
  const query = noun.edited(org, name)
  const { data } = useSuspenseQuery(query)
  const form = useForm({
    defaultValues: { new_name: name },
    resolver: contractResolver(z.object({ new_name: props.rule })),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const newName = useWatch({ control: form.control, name: 'new_name' })

  const rename = form.handleSubmit(async (body) => {
    try {
      await noun.rename(org, name, body, data.etag)
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
      if (error instanceof ApiError && error.status === 412) {
        const message = `This ${noun.one} was changed in the meantime. Look again, then rename it.`
        return form.setError('root', { message })
      }
      const { byField, whole } = refusalTexts(error, ['new_name'])
      for (const [field, message] of byField) form.setError(field, { message })
      // The name in use is told in the message alone.
      if (whole) form.setError('new_name', { message: whole })
      return
    }
    form.reset(body)
    props.onRenamed(body.new_name)
    void invalidateFor(queryClient, org, { kind: noun.renamed, subject: {} })
  })
  return (
    <SettingsSection
      title="Name"
      explanation={<p>{noun.history} Pipelines must use the new name.</p>}
    >
      <Form className="grid gap-3 p-4" onSubmit={() => rename()}>
        <fieldset disabled={refusal !== null} className="min-w-0">
          <TextField
            label="New name"
            autoCapitalize="off"
            spellCheck={false}
            {...fieldOf(form, 'new_name')}
          />
        </fieldset>
        <FormError message={errors.root?.message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" refusal={refusal} disabled={!isDirty || isSubmitting}>
            {isSubmitting ? 'Renaming' : 'Rename'}
          </Button>
          <span className="text-meta text-muted">{refusal}</span>
        </div>
        <div className="text-table">
          <AsApiCall call={noun.renameCall(org, name, newName)} />
        </div>
      </Form>
    </SettingsSection>
  )
}
