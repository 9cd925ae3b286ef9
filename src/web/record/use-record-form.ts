import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import type { Versioned } from '#web/api/endpoint-query.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { contractResolver } from '#web/form/contract-resolver.ts'
import { confirm, toast } from '#web/ui/announcer.tsx'
import type { EditedQuery } from './resource.ts'
import { useIsOpen } from './use-change.ts'

/** Fields in which two states of a form differ. */
export function differingFields<Edit extends object>(one: Edit, other: Edit): (keyof Edit)[] {
  return (Object.keys(one) as (keyof Edit)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  )
}

/** A form on one record that others may save meanwhile: what was typed is never lost. */
export function useRecordForm<Record, Edit extends FieldValues>(props: {
  query: EditedQuery<Record>
  /** The record in one word. */
  one: string
  schema: z.ZodMiniType<Edit, Edit>
  /** Fields that show their own refusals. */
  fields: readonly Path<Edit>[]
  editOf: (record: Record) => Edit
  /** Saves an edit of the record as it was read; refused with 412 when it changed since. */
  save: (base: Versioned<Record>, edit: Edit) => Promise<unknown>
  onSaved: () => void
}) {
  const { query, one, schema, fields, editOf } = props
  const queryClient = useQueryClient()
  const { data: latest } = useSuspenseQuery(query)
  /** The record as it was when this edit began. */
  const [base, setBase] = useState(latest)
  const [isSaved, setSaved] = useState(false)
  const form = useForm<Edit>({
    defaultValues: editOf(base.record) as DefaultValues<Edit>,
    resolver: contractResolver(schema),
  })
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  const differing = differingFields(editOf(base.record), editOf(latest.record))
  const isConflict = isDirty && !isSubmitting && differing.length > 0

  const begin = (from: Versioned<Record>, mine?: Partial<Edit>) => {
    setBase(from)
    form.reset(editOf(from.record))
    for (const field of Object.keys(mine ?? {}) as Path<Edit>[]) {
      form.setValue(field, mine?.[field] as never, { shouldDirty: true })
    }
  }
  /** Keeps the fields edited here; the rest takes the others' values. */
  const saveMine = () => {
    const values = form.getValues()
    const touched = Object.keys(dirtyFields).map((field) => [field, values[field]])
    begin(latest, Object.fromEntries(touched) as Partial<Edit>)
  }
  if (latest.etag !== base.etag && !isSubmitting && !isConflict) setBase(latest)
  const follow = useEffectEvent((record: Record) => {
    if (!isDirty) form.reset(editOf(record))
  })
  useEffect(() => follow(base.record), [base])

  const submit = form.handleSubmit(async (edit) => {
    setSaved(false)
    try {
      await props.save(base, edit)
    } catch (error) {
      // Part of it may have arrived, or somebody else was faster: look again.
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
      return showRefusal(error)
    }
    begin(await queryClient.fetchQuery({ ...query, staleTime: 0 }))
    setSaved(true)
    confirm('Settings saved')
    props.onSaved()
  })
  const showRefusal = (error: unknown) => {
    if (error instanceof ApiError && error.status === 412) {
      const message =
        error.current === null
          ? `Not saved: there is no ${one} with this name any more.`
          : `Not saved: this ${one} was changed in the meantime.`
      return form.setError('root', { message })
    }
    const { byField, whole } = refusalTexts(error, fields)
    for (const [field, message] of byField) form.setError(field, { message })
    if (whole) form.setError('root', { message: whole })
  }
  return {
    form,
    base: base.record,
    latest: latest.record,
    edited: useWatch({ control: form.control }) as Edit,
    isSaved: isSaved && !isDirty,
    submit,
    /** Takes back what was typed. */
    discard: () => begin(latest),
    /** Changes saved by others while this was edited. */
    conflict: isConflict
      ? { differing, theirs: editOf(latest.record), keepMine: saveMine, take: () => begin(latest) }
      : null,
  }
}

/** A form that makes something new; a PUT would change what already has its name. */
export function useNewForm<New extends FieldValues & { name: string }>(props: {
  org: string
  kind: AuditKind
  schema: z.ZodMiniType<New, New>
  defaultValues: New
  /** Whether the name is taken, and what is said then. */
  isTaken: (name: string) => Promise<boolean>
  takenText: string
  create: (made: New) => Promise<unknown>
  /** Not called where the form was closed while it was sent. */
  onCreated: (name: string) => void
}) {
  const { org, kind, defaultValues } = props
  const queryClient = useQueryClient()
  const isOpen = useIsOpen()
  const form = useForm<New>({
    defaultValues: defaultValues as DefaultValues<New>,
    resolver: contractResolver(props.schema),
  })
  const fields = Object.keys(defaultValues) as Path<New>[]
  const refuse = (field: Path<New>, message: string) =>
    form.setError(field, { message }, { shouldFocus: true })

  const submit = form.handleSubmit(async (made) => {
    try {
      if (await props.isTaken(made.name)) return refuse('name' as Path<New>, props.takenText)
      await props.create(made)
    } catch (error) {
      const { byField, whole } = refusalTexts(error, fields)
      for (const [field, message] of byField) refuse(field, message)
      if (whole) form.setError('root', { message: whole })
      return
    }
    toast(`Created ${made.name}`)
    void invalidateFor(queryClient, org, { kind, subject: {} })
    if (isOpen()) props.onCreated(made.name)
  })
  return { form, typed: useWatch({ control: form.control }) as New, submit }
}
