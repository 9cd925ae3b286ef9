import pg from 'pg'

const reconnectAfter = 1000

/** Listens on a channel, again after a lost connection. What is missed meanwhile, polls find. */
export async function listen(
  connection: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const connect = async () => {
    const next = new pg.Client(connection)
    next.on('error', () => undefined)
    next.once('end', () => {
      if (!closed) timer = setTimeout(() => void connect().catch(() => undefined), reconnectAfter)
    })
    next.on('notification', ({ payload }) => onPayload(payload ?? ''))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
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
