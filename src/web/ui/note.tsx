import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { TimeAgo, TimeStamp } from './time.tsx'
import { WarningSign } from './warning-sign.tsx'

/** A remark in the page's flow: something was ignored, something could not be loaded. */
export function Note(props: { children: ReactNode; action?: ReactNode; floats?: boolean }) {
  return (
    <div
      role="note"
      className={clsx(
        'flex flex-wrap items-center gap-2 rounded-card border border-line px-4 py-2 text-table',
        props.floats ? 'fixed right-6 bottom-6 z-20 bg-raised shadow-float max-md:left-4' : 'mb-3',
      )}
    >
      <WarningSign className="text-muted" />
      <span className="min-w-[min(100%,12rem)] flex-1 wrap-anywhere">{props.children}</span>
      {props.action}
    </div>
  )
}

/** Says, over the page so that nothing moves, that it is old because loading failed. */
export function StaleNote(props: {
  what: string
  query: {
    isRefetchError: boolean
    /** Data shown is of an earlier request: other filters, or another page. */
    isOfEarlierSearch?: boolean
    dataUpdatedAt: number
    refetch: () => unknown
  }
}) {
  const { isRefetchError, isOfEarlierSearch, dataUpdatedAt, refetch } = props.query
  if (!isRefetchError) return null
  const at = dataUpdatedAt / 1_000
  return (
    <Note
      floats
      action={
        <Button size="small" onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      {props.what} could not be loaded. Shown: {isOfEarlierSearch && 'what was asked before, '}
      <TimeStamp at={at} form="time" /> UTC, <TimeAgo at={at} suffix />.
    </Note>
  )
}

/** Names the search parameters that made no sense and were left aside, and takes them out of the URL. */
export function IgnoredNote(props: {
  ignored: Record<string, string[]> | undefined
  /** Does that where more than these goes. */
  onClear?: () => void
}) {
  const navigate = useNavigate()
  if (!props.ignored) return null
  const clear = () =>
    void navigate({
      to: '.',
      search: ({ ignored: _, ...rest }: { ignored?: unknown }) => rest,
      resetScroll: false,
    })
  const parts = Object.entries(props.ignored).flatMap(([key, values]) =>
    values.map((value) => `${key}=${value}`),
  )
  return (
    <Note
      action={
        <Button size="small" onClick={props.onClear ?? clear}>
          Remove
        </Button>
      }
    >
      Ignored, not understood: <code className="font-mono text-code">{parts.join(', ')}</code>
    </Note>
  )
}
