import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RecordForm } from '#web/record/record-form.tsx'
import type { EditedQuery } from '#web/record/resource.ts'
import { TimeAgo } from '#web/ui/time.tsx'

interface Changed {
  changed_at: number | null
  changed_by: string | null
}

/** A section of the organization's settings, saved by itself. */
export function SectionForm<Record extends Changed, Edit extends FieldValues>(props: {
  org: string
  title: string
  /** Its purpose. */
  explanation: ReactNode
  /** Whom it touches, with the way to them. */
  renderEffect: (record: Record) => ReactNode
  refusal: string | null
  query: EditedQuery<Record>
  schema: z.ZodMiniType<Edit, Edit>
  labels: { [Field in keyof Edit]: string }
  editOf: (record: Record) => Edit
  valueText: (edit: Edit, field: keyof Edit) => string
  save: (edit: Edit, ifMatch: string) => Promise<unknown>
  call: (edit: Edit) => string
  children: (form: UseFormReturn<Edit>, record: Record) => ReactNode
}) {
  return (
    <RecordForm<Record, Edit>
      {...props}
      one="section"
      section={{
        title: props.title,
        explanation: <p>{props.explanation}</p>,
      }}
      fields={Object.keys(props.labels) as Path<Edit>[]}
      save={({ etag }, edit) => props.save(edit, etag)}
      call={(_base, edit) => props.call(edit)}
      kind="settings_changed"
    >
      {({ form, base, latest }) => (
        <>
          {props.children(form, base)}
          <p className="text-meta text-muted">
            {props.renderEffect(latest)}
            {latest.changed_at !== null && (
              <>
                {' '}
                Set by {latest.changed_by}, <TimeAgo at={latest.changed_at} suffix />
              </>
            )}
          </p>
        </>
      )}
    </RecordForm>
  )
}

/** Tags as people type them, separated by commas. */
export const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
