import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults on the way: a cut before or within the content, a refusal, silence, other content. */
type Fault = 'cut upload' | 'cut download' | 'unavailable' | 'silent' | 'other object'

/** A proxy before a server of HTTP, on which calls of some method meet a fault. */
export async function startFaultyProxy(upstream: string) {
  const { hostname, port } = new URL(upstream)
  const state = { fault: null as Fault | null, times: 0, met: 0 }
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' && !request.url?.includes('list-type')
    const isMet = state.times > 0 && (isRead || request.method === 'PUT')
    const fault = isMet ? state.fault : null
    if (fault) state.times -= 1
    if (fault) state.met += 1
    if (fault === 'silent') return void request.resume()
    if (fault === 'unavailable') {
      request.resume()
      return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    }
    if (fault === 'cut upload')
      return void request.once('data', () => request.socket.destroy()).resume()
    const { method, url: path, headers } = request
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.once('error', () => response.destroy())
      if (fault === 'cut download')
        return void answer.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy())
          answer.destroy()
        })
      if (fault === 'other object')
        return void answer
          .on('data', (chunk: Buffer) => response.write(chunk.map((byte) => ~byte & 255)))
          .once('end', () => response.end())
      answer.pipe(response)
    })
    onward.once('error', () => response.destroy())
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next calls that read or store an object meet a fault. @returns how many have met it */
    meet(fault: Fault, times = Number.POSITIVE_INFINITY) {
      Object.assign(state, { fault, times, met: 0 })
      return () => state.met
    },
    /** Calls pass again. */
    mend() {
      state.times = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
