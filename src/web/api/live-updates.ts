import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type AuditEvent, auditEvent } from '#contract/audit-log/audit-kind.ts'
import { streamLiveUpdates } from '#contract/live-updates/live-updates.ts'
import { tryConnection } from '#web/connection/connection.ts'
import { endpointUrl } from './endpoint-url.ts'
import { isInvalidatedBy, tellsOf } from './live-invalidation.ts'

const refetchIntervalMs = 1_000
const collectMs = 150
const catchUpMs = 400

/**
 * Keeps the cache true to an organization's changes, at most one refetch a second.
 * @param after the change that the cache has seen, where that is known
 */
export function followLiveUpdates(
  org: string,
  queryClient: QueryClient,
  after: number | undefined,
): () => void {
  let gathered: AuditEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let catchingUp: ReturnType<typeof setTimeout> | undefined
  let flushedAt = 0

  const flush = () => {
    const changes = gathered
    gathered = []
    timer = undefined
    flushedAt = Date.now()
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => changes.some((one) => isInvalidatedBy(queryKey, org, one)),
    })
  }
  // Changes between loading a page and listening were told to nobody.
  const catchUp = () => {
    clearTimeout(catchingUp)
    catchingUp = setTimeout(
      () =>
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => tellsOf(queryKey, org),
        }),
      catchUpMs,
    )
  }

  catchUp()
  const stop = openLiveUpdates(org, after, {
    onOpen: (resumed) => (resumed ? clearTimeout(catchingUp) : catchUp()),
    onChange: (change) => {
      gathered.push(change)
      timer ??= setTimeout(flush, Math.max(collectMs, flushedAt + refetchIntervalMs - Date.now()))
    },
  })
  return () => {
    clearTimeout(timer)
    clearTimeout(catchingUp)
    stop()
  }
}

/** Message of the tab that holds the stream to others. */
type Message = { type: 'opened' } | { type: 'change'; change: AuditEvent }

interface Listener {
  /** The stream is open: from here on no change goes unseen, and none did before if it resumed. */
  onOpen: (resumed: boolean) => void
  onChange: (change: AuditEvent) => void
}

const maxReconnectMs = 30_000

/**
 * Listens to an organization's changes. One tab per browser holds the server's stream, elected by
 * a lock, and hands changes on; the next takes over, where that one stopped, when it closes.
 * @param after the change that the caller has seen, where it knows
 */
function openLiveUpdates(org: string, after: number | undefined, listener: Listener): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`cairn-changes:${org}`)
  let lastSeq = after

  const hear = (message: Message, resumed: boolean) => {
    if (message.type === 'opened') return listener.onOpen(resumed)
    lastSeq = message.change.seq
    listener.onChange(message.change)
  }
  // Of what another tab holds it is not known where it began.
  channel.onmessage = (event: MessageEvent<Message>) => hear(event.data, false)

  const lead = () =>
    holdStream(
      org,
      () => lastSeq,
      stop.signal,
      (message) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
        channel.postMessage(message)
        hear(message, lastSeq !== undefined)
      },
    )

  // Locks exist on secure origins only; elsewhere every tab holds a stream of its own.
  if (navigator.locks) {
    navigator.locks
      .request(`cairn-changes:${org}`, { signal: stop.signal }, lead)
      .catch(() => undefined)
  } else void lead()

  return () => {
    stop.abort()
    channel.close()
  }
}

/** Keeps a stream open until told to stop; the browser resumes short breaks, we resume refusals. */
function holdStream(
  org: string,
  lastSeq: () => number | undefined,
  signal: AbortSignal,
  onMessage: (message: Message) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let wait = 1_000
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource | undefined

    const open = () => {
      source = new EventSource(endpointUrl(streamLiveUpdates, { org }, { after: lastSeq() }))
      source.onopen = () => {
        wait = 1_000
        onMessage({ type: 'opened' })
      }
      source.onmessage = (event: MessageEvent<string>) => {
        const read = z.safeParse(auditEvent, parsed(event.data))
        if (read.success) onMessage({ type: 'change', change: read.data })
      }
      source.onerror = () => {
        void tryConnection()
        if (source?.readyState !== EventSource.CLOSED) return
        timer = setTimeout(open, wait)
        wait = Math.min(wait * 2, maxReconnectMs)
      }
    }
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source?.close()
      resolve()
    })
    open()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
