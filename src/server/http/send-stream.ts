import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyRequest, FastifyReply } from 'fastify'
import { withoutDeceptive } from '#domain/common/visible-text.ts'
import type { FileAnswer, ServerEvent } from '#server/request/handler.ts'

export const eventStream = 'text/event-stream; charset=utf-8'
/** Milliseconds between heartbeats, which keep proxies from closing a quiet stream. */
const heartbeatEvery = 20_000
/**
 * Milliseconds after which a client that reads nothing is dropped; it may resume. Stopping waits no
 * longer either.
 */
const timeoutMs = 5000

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
    'content-type': eventStream,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // An idle connection left by an ended stream would delay a stop.
    connection: 'close',
  })
  raw.write(': connected\n\n')
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatEvery)
  try {
    for await (const { id, data } of events) {
      if (!raw.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)) {
        await once(raw, 'drain', { signal: AbortSignal.timeout(timeoutMs) })
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

/** RFC 6266: a plain name for old clients, the real one percent-encoded. */
function disposition(given: string): string {
  const name = withoutDeceptive(given, '_')
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Answers with a file, always as a download that no browser sniffs. */
export function sendFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
): FastifyReply {
  const { content, name, size, type, headers = {} } = result as FileAnswer
  if (size !== null) reply.header('content-length', size)
  const stored = /\.(tgz|tar\.gz)$/.test(name) ? 'application/gzip' : 'application/octet-stream'
  return reply
    .headers(headers)
    .header('content-type', type ?? stored)
    .header('content-disposition', disposition(name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(method === 'HEAD' ? unread(content) : content)
}

/** Discards a stream that nobody reads: the answer to HEAD has headers only. */
function unread(content: NodeJS.ReadableStream): Readable {
  if (content instanceof Readable) content.once('error', () => undefined).destroy()
  return Readable.from([])
}
