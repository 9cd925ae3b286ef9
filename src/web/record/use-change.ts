import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { refusalTexts } from '#web/api/api-error.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { toast } from '#web/ui/announcer.tsx'

const none = <Field extends string>(): ReturnType<typeof refusalTexts<Field>> => ({
  byField: [],
  whole: null,
})

/**
 * One change at the press of a button: whether it runs, and why it failed.
 * @param fields what of the call has a field that shows why it was refused
 */
export function useChange<Field extends string = never>(
  org: string,
  kind: AuditKind,
  fields: readonly Field[] = [],
) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(none<Field>)

  /** True when the service said yes. */
  const run = async (send: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true)
    setRefusals(none)
    try {
      await send()
      toast(done)
      return true
    } catch (error) {
      setRefusals(refusalTexts(error, fields))
      return false
    } finally {
      await invalidateFor(queryClient, org, { kind, subject: {} })
      setBusy(false)
    }
  }
  const faults = new Map(refusals.byField)
  return {
    isBusy,
    failure: refusals.whole,
    faultOf: (field: Field) => faults.get(field) ?? null,
    run,
  }
}
