import pg from 'pg'

const [minPauseMs, maxPauseMs] = [1000, 10_000]

/**
 * Listens on a channel and reconnects after a lost connection. Polls find what is missed meanwhile.
 */
export async function listen(
  connection: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
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
      if (closed) return
      timer = setTimeout(() => void connect().catch(() => undefined), pause)
      pause = Math.min(pause * 2, maxPauseMs)
    })
    next.on('notification', ({ payload }) => onPayload(payload ?? ''))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
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
