import { request } from 'undici'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type Service, freePort } from '../service.ts'
import { type Answers, compareAnswers } from './compare-answers.ts'

/** Message to the process of the server: the port, and what it answers to every request. */
export interface ReadySettings {
  port: number
  status: number
  headers: Record<string, string>
  /** In Base64. */
  body: string
}

/** Sends ready bytes, whatever is asked. */
function serve({ port, status, headers, body }: ReadySettings): void {
  const bytes = Buffer.from(body, 'base64')
  createServer((_request, response) => response.writeHead(status, headers).end(bytes)).listen(
    port,
    '127.0.0.1',
    () => process.send?.('ready'),
  )
}

process.once('message', (settings: ReadySettings) => serve(settings))

/** An answer that needs no database. */
interface ReadyAnswer {
  name: string
  service: Answers
  peer: Answers
}

/** The first script of the dashboard, and the header by which who has it asks whether it changed. */
export async function firstScript(
  host: string,
): Promise<{ path: string; given: { 'if-none-match': string } }> {
  const page = await (await fetch(host)).text()
  const [path = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
  const { headers } = await request(`${host}${path}`, { method: 'HEAD' })
  return { path, given: { 'if-none-match': String(headers.etag) } }
}

/**
 * Compares answers that need no database to a server that sends the same bytes, ready: a script of
 * the dashboard, that it has not changed, and the description of the API.
 */
export async function* measureReadyAnswers(
  service: Service,
  times: { rounds: number; seconds: number },
): AsyncGenerator<ReadyAnswer> {
  const { path: script, given } = await firstScript(service.host)
  const requests: { name: string; path: string; given?: Record<string, string> }[] = [
    { name: 'A script', path: script },
    { name: 'A script that has not changed', path: script, given },
    { name: 'The description of the API', path: '/api/v2/openapi.json' },
  ]
  for (const { name, path, given = {} } of requests) {
    yield { name, ...(await compare(service, { path, given }, times)) }
  }
}

async function compare(
  service: Service,
  { path, given }: { path: string; given: Record<string, string> },
  times: { rounds: number; seconds: number },
) {
  const url = `${service.host}${path}`
  const answer = await request(url, { headers: given })
  const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
    ['connection', 'keep-alive', 'transfer-encoding', 'date'].includes(name)
      ? []
      : [[name, String(value)]],
  )
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('ready-server.ts', import.meta.url)))
  const { statusCode: status } = answer
  const body = Buffer.from(await answer.body.arrayBuffer()).toString('base64')
  const settings: ReadySettings = { port, status, headers: Object.fromEntries(sent), body }
  child.send(settings)
  await once(child, 'message')
  try {
    const pids = [Number(service.process.pid), Number(child.pid)]
    const peer = `http://127.0.0.1:${port}${path}`
    return await compareAnswers({ service: url, peer, headers: given, status, pids }, times)
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}
