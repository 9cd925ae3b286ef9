import pg from 'pg'

const [minPauseMs, maxPauseMs] = [1000, 10_000]

interface Listener {
  /** Listeners for the payload of a notification, by channel. */
  channels: Readonly<Record<string, (payload: string) => void>>
  /** Told when notifications begin to arrive, and when they no longer do. */
  onListening?: (isListening: boolean) => void
}

/**
 * Listens on channels and reconnects after a lost connection. Polls find what is missed meanwhile.
 */
export async function listen(
  connection: pg.ClientConfig,
  { channels, onListening }: Listener,
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let pause = minPauseMs
  let closed = false

  const connect = async () => {
    const next = new pg.Client({
      keepAlive: true,
      connectionTimeoutMillis: maxPauseMs,
      query_timeout: maxPauseMs,
      ...connection,
    })
    next.on('error', () => undefined)
    next.once('end', () => {
      onListening?.(false)
      if (closed) return
      timer = setTimeout(() => void connect().catch(() => undefined), pause)
      pause = Math.min(pause * 2, maxPauseMs)
    })
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
    client = next
    try {
      await next.connect()
      const names = Object.keys(channels).map((channel) => pg.escapeIdentifier(channel))
      await next.query(names.map((name) => `listen ${name}`).join('; '))
      onListening?.(true)
      pause = minPauseMs
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
  }
  await connect().catch((error: unknown) => {
    closed = true
    if (timer) clearTimeout(timer)
    throw error
  })
  return {
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
