import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  tryConnection,
  useConnectionLostAt,
  useConnectionTriesAt,
} from '#web/connection/connection.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeAgo, TimeStamp } from '#web/ui/time.tsx'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/**
 * While the service cannot be reached: of when is what the page shows, and when it is tried again.
 * Asks anew for what failed meanwhile, once there is a connection again.
 */
export function ConnectionBanner() {
  const lostAt = useConnectionLostAt()
  const [isTrying, setTrying] = useState(false)
  useRetryOnReturn(lostAt !== null)
  return (
    <div
      className={
        lostAt === null
          ? undefined
          : 'flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line-strong bg-surface px-6 py-1.5 text-table max-md:px-4 print:hidden'
      }
    >
      {lostAt !== null && <WarningSign className="text-muted" />}
      <strong role="status" className="font-medium">
        {lostAt !== null && 'No connection.'}
      </strong>
      {lostAt !== null && (
        <>
          {/* Not told by itself: it changes every second. */}
          <span className="min-w-0 flex-1">
            <ShownAsOf /> <NextTry />
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
        </>
      )}
    </div>
  )
}

/** The age of what the page shows: of the oldest answer in it. */
function ShownAsOf() {
  const shown = useQueryClient().getQueryCache().findAll({ type: 'active' })
  const read = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0)
  if (read.length === 0) return null
  const at = Math.min(...read) / 1_000
  return (
    <>
      Shown as of <TimeStamp at={at} form="time" /> UTC, <TimeAgo at={at} suffix />.
    </>
  )
}

function NextTry() {
  const triesAt = useConnectionTriesAt()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (triesAt === null) return 'Trying again.'
  return `Trying again in ${Math.max(1, Math.floor((triesAt - now) / 1_000))} s.`
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
