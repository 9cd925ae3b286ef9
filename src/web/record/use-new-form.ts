import { useQueryClient } from '@tanstack/react-query'
import { type DefaultValues, type FieldValues, type Path, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { refusalTexts } from '#web/api/api-error.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { contractResolver } from '#web/form/contract-resolver.ts'
import { toast } from '#web/ui/announcer.tsx'
import { useIsOpen } from './use-after-save.ts'

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
