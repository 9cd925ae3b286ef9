import { once } from 'node:events'
import * as http from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { OperatorError } from '#server/platform/failure.ts'
import { reservePort } from './reserve-port.ts'

const portOf = (server: http.Server) => (server.address() as { port: number }).port

async function get(port: number, path: string) {
  const request = http.get({ port, path, host: '127.0.0.1' })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

it('answers 503 until it is open, and then as the service does', async () => {
  const reserved = await reservePort({ port: 0, host: '127.0.0.1' })
  const port = portOf(reserved.serve((_, response) => response.end('served'), {}))
  expect(await get(port, '/ready')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: '{"message":"Cairn is starting"}',
  })
  expect((await get(port, '/live')).status).toBe(200)
  reserved.open()
  expect((await get(port, '/ready')).body).toBe('served')
  await reserved.close()
  await reserved.close()
  await expect(get(port, '/ready')).rejects.toThrow()
})

it('names a port in use, and a host that is no address', async () => {
  const reserved = await reservePort({ port: 0, host: '127.0.0.1' })
  const port = portOf(reserved.serve(() => undefined, {}))
  const refused = await reservePort({ port, host: '127.0.0.1' }).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(String(refused)).toContain(`Port ${port} of 127.0.0.1 is used by another program`)
  await reserved.close()
  await expect(reservePort({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
    'HOST must be an address',
  )
  await expect(reservePort({ port: 0, host: '192.0.2.1' }, 'CAIRN_METRICS_')).rejects.toThrow(
    'CAIRN_METRICS_HOST must be an address',
  )
})
