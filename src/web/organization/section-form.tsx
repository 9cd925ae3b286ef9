import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { Conflict } from '../action/conflict.tsx'
import type { EditedQuery } from '../action/noun.ts'
import { RecordForm } from '../action/record-form.tsx'
import { useRecordForm } from '../action/use-record-form.ts'
import { outdate } from '../api/change-invalidation.ts'
import { TimeAgo } from '../ui/time.tsx'

interface Changed {
  changed_at: number | null
  changed_by: string | null
}

/** A section of the organization's settings, saved by itself (product.md 3.24). */
export function SectionForm<Record extends Changed, Edit extends FieldValues>(props: {
  org: string
  title: string
  /** Whom it touches, with the way to them. */
  renderEffect: (record: Record) => ReactNode
  refusal: string | null
  query: EditedQuery<Record>
  schema: z.ZodMiniType<Edit, Edit>
  labels: { [Field in keyof Edit]: string }
  editOf: (record: Record) => Edit
  wordsOf: (edit: Edit, field: keyof Edit) => string
  save: (edit: Edit, ifMatch: string) => Promise<unknown>
  call: (edit: Edit) => string
  onSaved?: () => void
  children: (form: UseFormReturn<Edit>, record: Record) => ReactNode
}) {
  const { org, labels, wordsOf } = props
  const queryClient = useQueryClient()
  const { form, base, edited, conflict, submit, isSaved } = useRecordForm<Record, Edit>({
    query: props.query,
    one: 'section',
    schema: props.schema,
    fields: Object.keys(labels) as Path<Edit>[],
    editOf: props.editOf,
    save: async ({ etag }, edit) => void (await props.save(edit, etag)),
    onSaved: () => {
      props.onSaved?.()
      void outdate(queryClient, org, { kind: 'settings_changed', subject: {} })
    },
  })
  const { changed_at, changed_by } = base
  return (
    <RecordForm
      title={props.title}
      answer={props.renderEffect(base)}
      form={form}
      refusal={props.refusal}
      isSaved={isSaved}
      call={props.call(edited)}
      onSubmit={submit}
      conflict={
        conflict && (
          <Conflict
            one="section"
            rows={conflict.differing.map((field) => ({
              label: labels[field],
              mine: wordsOf(edited, field),
              theirs: wordsOf(conflict.theirs, field),
            }))}
            onKeep={conflict.keepMine}
            onTake={conflict.take}
          />
        )
      }
    >
      {props.children(form, base)}
      {changed_at !== null && (
        <p className="text-meta text-muted">
          Set by {changed_by}, <TimeAgo at={changed_at} suffix />
        </p>
      )}
    </RecordForm>
  )
}
