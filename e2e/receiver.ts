import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks on this machine: what it was sent, and what it answers. */
export interface Receiver {
  url: string
  requests: { headers: NodeJS.Dict<string | string[]>; body: string }[]
  /** Answers so from now on. */
  answer: (status: number, text: string) => void
  close: () => Promise<void>
}

/** Starts a receiver; it answers 200 until it is told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Receiver['requests'] = []
  let reply = { status: 200, text: 'thanks' }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body })
      response.writeHead(reply.status, { 'content-type': 'text/plain' }).end(reply.text)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks/k7Q`,
    requests,
    answer: (status, text) => (reply = { status, text }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
