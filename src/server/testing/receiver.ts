import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook request as received. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

/** Answer of a path to a body. */
type Answering = (response: ServerResponse, body: string) => void

/** A receiver of webhooks on loopback with settable answers, by default 200. */
export async function startReceiver() {
  const received: Received[] = []
  const answers = new Map<string, Answering>()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const path = String(request.url)
      received.push({ path, headers: request.headers, text })
      const answer = answers.get(path)
      if (answer) answer(response, text)
      else response.end('fine')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Requests to a path, oldest first. */
    at: (path: string) => received.filter((one) => one.path === path),
    /** Sets the answer of a path from now on. */
    answer: (path: string, how: Answering) => answers.set(path, how),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
