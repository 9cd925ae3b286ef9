import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditKind } from '#contract/audit-log/audit-kind.ts'
import { refusalTexts } from '#web/api/api-error.ts'
import { invalidateFor } from '#web/api/live-invalidation.ts'
import { confirm } from '#web/ui/announcer.tsx'

/** One change at the press of a button: whether it runs, and why it failed. */
export function useChange(org: string, kind: AuditKind) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** True when the service said yes. */
  const run = async (send: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      await send()
      confirm(done)
      return true
    } catch (error) {
      setFailure(refusalTexts(error, []).whole)
      return false
    } finally {
      await invalidateFor(queryClient, org, { kind, subject: {} })
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}
