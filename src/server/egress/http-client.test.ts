import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpClient } from './http-client.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const loopback = ['127.0.0.0/8']
const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }]

/** A server on loopback; its port, and the paths requested from it. */
async function peer(answer: RequestListener) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(String(request.url))
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, requested }
}

describe('a request', () => {
  it('goes to the address of its name, and returns status and answer', async () => {
    const { port, requested } = await peer((request, response) => {
      response.writeHead(503, { 'retry-after': '7' }).end(`for ${request.headers.host}`)
    })
    const httpClient = new HttpClient(loopback, toLoopback)
    const reply = await httpClient.post(`http://hooks.example:${port}/a?b=c`, {}, '{}')
    expect(reply).toEqual({ status: 503, retryAfter: '7', text: `for hooks.example:${port}` })
    expect(requested).toEqual(['/a?b=c'])
  })

  it('is refused when its name resolves to an internal address, though it was public when saved', async () => {
    const { port, requested } = await peer((_request, response) => response.end())
    const found = ['93.184.216.34', '127.0.0.1']
    const httpClient = new HttpClient([], async () => [{ address: found.shift() ?? '', family: 4 }])
    const url = `http://rebinding.example:${port}/`
    expect(await httpClient.validateUrl(url)).toBeNull()
    const reply = await httpClient.post(url, {}, '')
    expect(reply).toEqual({ status: null, error: expect.stringContaining('private network') })
    expect(requested).toEqual([])
  })

  it('is refused when one of several addresses is internal', async () => {
    const httpClient = new HttpClient([], async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '::1', family: 6 },
    ])
    expect(await httpClient.validateUrl('https://two.example/')).toContain('private network')
  })

  it.each(['http://2130706433/', 'http://0177.0.0.1/', 'http://[::1]/', 'http://127.1/'])(
    'goes nowhere for %s',
    async (url) => {
      const httpClient = new HttpClient([])
      expect(await httpClient.post(url, {}, '')).toMatchObject({ status: null })
    },
  )

  it('follows no redirect', async () => {
    const { port, requested } = await peer((_request, response) => {
      response.writeHead(301, { location: '/inside' }).end('moved')
    })
    const reply = await new HttpClient(loopback).post(`http://127.0.0.1:${port}/`, {}, '')
    expect(reply).toMatchObject({ status: 301, text: 'moved' })
    expect(requested).toEqual(['/'])
  })

  it('times out when the server does not answer', async () => {
    const { port } = await peer(() => undefined)
    const reply = await new HttpClient(loopback, toLoopback, 200).post(
      `http://127.0.0.1:${port}/`,
      {},
      '',
    )
    expect(reply).toEqual({ status: null, error: 'No answer within 0.2 seconds' })
  })

  it('has its status when the answer drips on, and reads little of a long one', async () => {
    const { port } = await peer((request, response) => {
      if (request.url === '/drip') return void response.writeHead(200).write('drop')
      response.end('x'.repeat(10_000_000))
    })
    const httpClient = new HttpClient(loopback, toLoopback, 500)
    const drip = await httpClient.post(`http://127.0.0.1:${port}/drip`, {}, '')
    expect(drip).toMatchObject({ status: 200, text: 'drop' })
    const long = await httpClient.post(`http://127.0.0.1:${port}/long`, {}, '')
    expect(long).toMatchObject({ status: 200, text: 'x'.repeat(1000) })
  })

  it('says that what sends it could not be loaded, and tries that again', async () => {
    const { port } = await peer((_request, response) => response.end('here'))
    const post = () => new HttpClient(loopback).post(`http://127.0.0.1:${port}/`, {}, '')
    vi.doMock('undici', () => {
      throw new Error('gone')
    })
    expect(await post()).toEqual({
      status: null,
      error: 'Cairn could not load what it sends requests with',
    })
    vi.doUnmock('undici')
    expect(await post()).toMatchObject({ status: 200, text: 'here' })
  })

  it('reports a connection that is reset', async () => {
    const { port } = await peer((request) => request.socket.resetAndDestroy())
    const reply = await new HttpClient(loopback).post(`http://127.0.0.1:${port}/`, {}, '')
    expect(reply).toMatchObject({ status: null, error: expect.stringMatching(/./) })
  })
})
