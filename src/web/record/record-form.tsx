import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { type FieldValues, type Path, type UseFormReturn, FormProvider } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import type { Versioned } from '#web/api/endpoint-query.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'
import type { EditedQuery } from './resource.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { differingFields, useRecordForm } from './use-record-form.ts'

/** The fields of an edit, and what was read and typed so far. */
interface EditState<Record, Edit extends FieldValues> {
  form: UseFormReturn<Edit>
  /** The record as it was when this edit began. */
  base: Record
  /** The record as it is now, with what is no part of an edit and changes by itself. */
  latest: Record
  edited: Edit
}

/** How an edit is told in words. */
interface Labels<Record, Edit extends FieldValues> {
  labels: { [Field in keyof Edit]: string }
  editOf: (record: Record) => Edit
  valueText: (edit: Edit, field: keyof Edit) => string
}

/**
 * The card of a form that edits one record: its fields, Save, and what that calls. What others
 * save meanwhile is shown beside, and nothing typed is lost.
 */
export function RecordForm<Record, Edit extends FieldValues>(
  props: Labels<Record, Edit> & {
    org: string
    /** The record in one word. */
    one: string
    /** One of several on its page: what it edits, and what it is for; it is saved once changed. */
    section?: { title: string; explanation: ReactNode }
    /** Purpose of the only form of its page. */
    purpose?: string
    refusal: string | null
    query: EditedQuery<Record>
    schema: z.ZodMiniType<Edit, Edit>
    /** Fields that show their own refusals. */
    fields: readonly Path<Edit>[]
    /** Saves an edit of the record as it was read; refused with 412 when it changed since. */
    save: (base: Versioned<Record>, edit: Edit) => Promise<unknown>
    call: (base: Record, edit: Edit) => string
    /** Audit kind of saves. */
    kind: AuditKind
    children: (state: EditState<Record, Edit>) => ReactNode
  },
) {
  const { org, one, labels, refusal, section, valueText } = props
  const queryClient = useQueryClient()
  const { form, base, latest, edited, conflict, submit, discard, isSaved } = useRecordForm({
    ...props,
    onSaved: () => void invalidateFor(queryClient, org, { kind: props.kind, subject: {} }),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <Surroundings
      title={section?.title ?? 'General'}
      explanation={section?.explanation ?? (props.purpose && <p>{props.purpose}</p>)}
    >
      <LeaveQuestion isChanged={isDirty && !isSubmitting} />
      <FormProvider {...form}>
        <Form
          className={section || props.purpose ? 'grid gap-4 p-4' : 'grid gap-4 px-4 pb-4'}
          onSubmit={() => submit()}
        >
          <fieldset
            disabled={refusal !== null}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
          >
            {props.children({ form, base, latest, edited })}
          </fieldset>
          {conflict && (
            <Conflict
              one={one}
              rows={conflict.differing.map((field) => ({
                label: labels[field],
                mine: valueText(edited, field),
                theirs: valueText(conflict.theirs, field),
              }))}
              onKeep={conflict.keepMine}
              onTake={conflict.take}
            />
          )}
          {!conflict && <FormError message={errors.root?.message} />}
          {section && !isDirty && !isSubmitting ? (
            (refusal ?? isSaved) && <p className="text-meta text-muted">{refusal ?? 'Saved.'}</p>
          ) : (
            <>
              {section && <p className="text-meta">{changesText(props, base, edited)}</p>}
              <div className="flex flex-wrap items-center gap-3">
                <Button
                  type="submit"
                  kind="primary"
                  refusal={refusal}
                  disabled={!isDirty || isSubmitting || conflict !== null}
                >
                  {isSubmitting ? 'Saving' : 'Save'}
                </Button>
                {section && (
                  <Button disabled={isSubmitting} onClick={discard}>
                    Discard
                  </Button>
                )}
                <span className="text-meta text-muted">
                  {refusal}
                  {isSaved && 'Saved.'}
                </span>
              </div>
              <div className="text-table">
                <AsApiCall call={props.call(base, edited)} />
              </div>
            </>
          )}
        </Form>
      </FormProvider>
    </Surroundings>
  )
}

/** A form beside its explanation; in a card where it has none. */
function Surroundings(props: { title: string; explanation: ReactNode; children: ReactNode }) {
  const { title, explanation, children } = props
  return explanation === undefined ? (
    <Card title={title}>{children}</Card>
  ) : (
    <SettingsSection title={title} explanation={explanation}>
      {children}
    </SettingsSection>
  )
}

/** Changes of an edit: "Time zone: Asia/Tokyo instead of UTC". */
function changesText<Record, Edit extends FieldValues>(
  { editOf, labels, valueText }: Labels<Record, Edit>,
  base: Record,
  edited: Edit,
): string {
  const before = editOf(base)
  const shown = (edit: Edit, field: keyof Edit) => valueText(edit, field) || 'none'
  return differingFields(before, edited)
    .map((field) => `${labels[field]}: ${shown(edited, field)} instead of ${shown(before, field)}`)
    .join('; ')
}

/** Settles a conflict: its buttons go, Save may stay disabled, so the fields get the focus. */
const settle = (act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
  event.currentTarget.form?.querySelector<HTMLElement>(':is(input, textarea):enabled')?.focus()
  act()
}

/** Saved meanwhile, by somebody else or in another tab: both versions, and which one stays. */
export function Conflict(props: {
  one: string
  rows: readonly { label: string; mine: string; theirs: string }[]
  onKeep: () => void
  onTake: () => void
}) {
  return (
    <div className="grid gap-3 rounded-card border border-line px-4 py-3 text-table">
      <p role="alert" className="flex items-center gap-1.5 font-medium">
        <WarningSign />
        This {props.one} was saved elsewhere while you were editing.
      </p>
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">Both versions</caption>
        <thead className="text-meta text-muted">
          <tr>
            {['Field', 'Yours', 'Saved meanwhile'].map((heading) => (
              <th key={heading} scope="col" className="pr-3 font-normal">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ label, mine, theirs }) => (
            <tr key={label} className="align-top">
              <th scope="row" className="pr-3 font-medium">
                {label}
              </th>
              <td className="pr-3 wrap-anywhere">{mine || 'none'}</td>
              <td className="wrap-anywhere">{theirs || 'none'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button onClick={settle(props.onKeep)}>Keep mine</Button>
        <Button onClick={settle(props.onTake)}>Take theirs</Button>
      </div>
    </div>
  )
}
