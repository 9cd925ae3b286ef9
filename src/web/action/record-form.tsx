import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { invalidateFor } from '../api/change-invalidation.ts'
import type { Versioned } from '../api/versioned-query.ts'
import { FormError } from '../form/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { CallBox } from '../ui/call-box.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Conflict } from './conflict.tsx'
import type { EditedQuery } from './noun.ts'
import { useRecordForm } from './use-record-form.ts'

/** The fields of an edit, and what was read and typed so far. */
interface EditState<Record, Edit extends FieldValues> {
  form: UseFormReturn<Edit>
  /** The record as it was when this edit began. */
  base: Record
  edited: Edit
}

/**
 * The card of a form that edits one record: its fields, Save, and what that calls. What others
 * save meanwhile is shown beside, and nothing typed is lost.
 */
export function RecordForm<Record, Edit extends FieldValues>(props: {
  org: string
  /** The record in one word. */
  one: string
  /** What of the record it edits; everything that is set on it unless said. */
  title?: string
  renderAnswer?: (record: Record) => ReactNode
  refusal: string | null
  query: EditedQuery<Record>
  schema: z.ZodMiniType<Edit, Edit>
  labels: { [Field in keyof Edit]: string }
  /** Fields that show their own refusals. */
  fields: readonly Path<Edit>[]
  editOf: (record: Record) => Edit
  wordsOf: (edit: Edit, field: keyof Edit) => string
  /** Saves an edit of the record as it was read; refused with 412 when it changed since. */
  save: (base: Versioned<Record>, edit: Edit) => Promise<unknown>
  call: (base: Record, edit: Edit) => string
  /** What a save changes. */
  kind: AuditKind
  onSaved?: () => void
  children: (state: EditState<Record, Edit>) => ReactNode
}) {
  const { org, one, labels, refusal, wordsOf } = props
  const queryClient = useQueryClient()
  const { form, base, edited, conflict, submit, isSaved } = useRecordForm({
    ...props,
    onSaved: () => {
      props.onSaved?.()
      void invalidateFor(queryClient, org, { kind: props.kind, subject: {} })
    },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <Card title={props.title ?? 'General'} answer={props.renderAnswer?.(base)}>
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-4 px-4 pb-4"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <fieldset disabled={refusal !== null} className="grid min-w-0 gap-3">
            {props.children({ form, base, edited })}
          </fieldset>
          {conflict && (
            <Conflict
              one={one}
              rows={conflict.differing.map((field) => ({
                label: labels[field],
                mine: wordsOf(edited, field),
                theirs: wordsOf(conflict.theirs, field),
              }))}
              onKeep={conflict.keepMine}
              onTake={conflict.take}
            />
          )}
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
              {isSaved && 'Saved.'}
            </span>
          </div>
          <div className="text-table">
            <Disclosure label="As API call">
              <CallBox call={props.call(base, edited)} />
            </Disclosure>
          </div>
        </form>
      </FormProvider>
    </Card>
  )
}
