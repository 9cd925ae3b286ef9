import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks on this machine, with its requests and responses. */
export interface Receiver {
  url: string
  requests: { headers: NodeJS.Dict<string | string[]>; body: string }[]
  /** Answers 503 a number of times, and then 200 again. */
  fail: (times: number) => void
  close: () => Promise<void>
}

/** Starts a receiver, which answers 200 unless `fail` is called. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Receiver['requests'] = []
  let failures = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body })
      const isDown = failures > 0
      failures -= 1
      response.writeHead(isDown ? 503 : 200).end(isDown ? 'down for maintenance' : 'thank you')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks/k7Q`,
    requests,
    fail: (times) => (failures = times),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
