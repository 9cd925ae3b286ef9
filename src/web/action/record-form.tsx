import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'

/** The card of a form that edits one record: its fields, Save, and what that calls. */
export function RecordForm<Edit extends FieldValues>(props: {
  /** What of the record it edits. */
  title?: string
  answer?: ReactNode
  form: UseFormReturn<Edit>
  refusal: string | null
  isSaved: boolean
  call: string
  onSubmit: () => Promise<void>
  conflict: ReactNode
  children: ReactNode
}) {
  const { form, refusal } = props
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <Card title={props.title ?? 'General'} answer={props.answer}>
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-4 px-4 pb-4"
          onSubmit={(event) => {
            event.preventDefault()
            void props.onSubmit()
          }}
        >
          <fieldset disabled={refusal !== null} className="grid min-w-0 gap-3">
            {props.children}
          </fieldset>
          {props.conflict}
          <FormError message={errors.root?.message} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              kind="primary"
              disabled={refusal !== null || !isDirty || isSubmitting}
            >
              {isSubmitting ? 'Saving' : 'Save'}
            </Button>
            <span className="text-meta text-muted">
              {refusal}
              {props.isSaved && 'Saved.'}
            </span>
          </div>
          <div className="text-table">
            <Disclosure label="As API call">
              <CallBox call={props.call} />
            </Disclosure>
          </div>
        </form>
      </FormProvider>
    </Card>
  )
}
