import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  connectionLostAt,
  subscribeToConnection,
  tryConnection,
} from '#web/connection/connection.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/**
 * While the service cannot be reached: since when, and that the page shows what it had by then. Asks
 * anew for what failed meanwhile, once there is a connection again.
 */
export function ConnectionBanner() {
  const lostAt = useSyncExternalStore(subscribeToConnection, connectionLostAt)
  const [isTrying, setTrying] = useState(false)
  useRetryOnReturn(lostAt !== null)
  return (
    <div role="status">
      {lostAt !== null && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line-strong bg-surface px-6 py-1.5 text-table max-md:px-4 print:hidden">
          <WarningSign className="text-muted" />
          <span className="min-w-0 flex-1">
            <strong className="font-medium">No connection</strong> since{' '}
            <TimeStamp at={lostAt / 1_000} form="time" /> UTC. Shown is what was loaded before; it
            is tried again by itself.
          </span>
          <Button
            size="small"
            disabled={isTrying}
            onClick={() => {
              setTrying(true)
              void tryConnection().finally(() => setTrying(false))
            }}
          >
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}

function useRetryOnReturn(isLost: boolean) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const wasLost = useRef(false)
  useEffect(() => {
    if (isLost) wasLost.current = true
    else if (wasLost.current) {
      wasLost.current = false
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => !!state.error })
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
    }
  }, [isLost, queryClient, router])
}
