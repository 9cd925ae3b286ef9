import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const answers: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `Address and headers of the request are too long: the limit is ${maxHeaderSize / 1024} KiB together`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come in whole in time'],
}

/** Answers a request that Node.js cannot parse and no route sees, in the form of other refusals. */
export function answerClientError({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = answers[code] ?? [400, 'The request is not HTTP']
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${randomUUID()}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy()
}
