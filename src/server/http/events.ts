import type { FastifyReply, FastifyRequest } from 'fastify'
import { once } from 'node:events'
import type { ServerEvent } from '../handler.ts'

/** Keeps proxies from closing a quiet stream. */
const heartbeatEvery = 20_000
/** Who takes nothing for so long is let go, and may come back and resume: a stop waits no longer. */
const patience = 5000

/** Writes server-sent events until the client goes away or the events end. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): Promise<void> {
  const events = result as AsyncIterable<ServerEvent>
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // An idle connection left by an ended stream would hold up a stop.
    connection: 'close',
  })
  raw.write(': connected\n\n')
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatEvery)
  try {
    for await (const { id, data } of events) {
      if (!raw.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)) {
        await once(raw, 'drain', { signal: AbortSignal.timeout(patience) })
      }
    }
  } catch (error) {
    request.log.warn({ err: error }, 'event stream ended')
    raw.destroy()
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}
