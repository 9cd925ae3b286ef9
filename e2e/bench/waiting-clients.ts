import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { cairn, type Service, startService } from '../service.ts'
import { type FilledOrganizations, user } from './filled-organizations.ts'
import { residentBytes } from './memory.ts'
import { quantile } from './time-by-turns.ts'

/** Measures the cost of clients that hold a connection. */
export interface WaitingCosts {
  clients: number
  /** Bytes of memory that the service has more with them. */
  growth: number
  /** Bytes that it has then. */
  resident: number
  /** Milliseconds of a page of a list, without and with them: a quarter of the answers is as fast. */
  alone: number
  beside: number
}

/** Clients that read one byte a second from an export of the large organization. */
export function measureSlowReaders(
  { service, headers }: FilledOrganizations,
  clients: number,
): Promise<WaitingCosts> {
  const path = '/api/v2/cairn/large/exports/attestations?format=ndjson'
  const callers = Array.from({ length: clients }, () => ({ path, ...headers }))
  const read = { page: '/api/v2/attestations/large/flow-0', headers }
  return measureWaiting(service, read, callers, (socket) => {
    const slowly = setInterval(() => socket.read(1), 1_000)
    socket.once('close', () => clearInterval(slowly))
  })
}

/** Streams of events that an account, and that an organization may have open. */
const most = { account: 20, organization: 500 }

/** Clients of a service that just started, and wait for events where nothing happens. */
export async function measureIdleStreams(clients: number): Promise<WaitingCosts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-streams-'))
  const service = await startService(dataDir)
  try {
    cairn(dataDir, 'user', 'add', user)
    const headers = { authorization: `Bearer ${cairn(dataDir, 'key', 'add', user)}` }
    const callers: Caller[] = []
    for (let place = 0; callers.length < clients; place += 1) {
      const org = `quiet-${place}`
      cairn(dataDir, 'org', 'add', org, '--owner', user)
      const path = `/api/v2/cairn/${org}/events`
      for (let of = 0; of < most.organization && callers.length < clients; of += most.account) {
        const authorization = await newAccount(service, headers, org, `reader-${of}`)
        callers.push(...Array.from({ length: most.account }, () => ({ path, authorization })))
      }
    }
    const read = { page: '/api/v2/environments/quiet-0', headers }
    return await measureWaiting(service, read, callers.slice(0, clients), (it) => it.resume())
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Adds an account that reads. @returns its header of authorization */
async function newAccount(
  { host }: Service,
  headers: Record<string, string>,
  org: string,
  name: string,
): Promise<string> {
  const post = async (path: string, json: object) => {
    const { statusCode, body } = await request(`${host}/api/v2/service-accounts/${org}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    if (statusCode !== 201) throw new Error(`${org}${path} was answered ${await body.text()}`)
    return body.json()
  }
  await post('', { name, privilege: 'reader' })
  const { key } = (await post(`/${name}/api-keys`, {})) as { key: string }
  return `Bearer ${key}`
}

interface Caller {
  path: string
  authorization?: string
}

/** A page that others read. */
interface Read {
  page: string
  headers: Record<string, string>
}

const rounds = 2
/** Until what the clients may receive at once is sent, or their end was noticed. */
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function measureWaiting(
  service: Service,
  read: Read,
  callers: readonly Caller[],
  wait: (socket: Socket) => void,
): Promise<WaitingCosts> {
  await pageTime(service, read)
  const before = residentBytes(Number(service.process.pid))
  const times = { alone: [] as number[], beside: [] as number[], growth: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.alone.push(await pageTime(service, read))
    const sockets: Socket[] = []
    for (const caller of callers) {
      const socket = await open(service, caller)
      wait(socket)
      sockets.push(socket)
    }
    await pause(2_000)
    times.beside.push(await pageTime(service, read))
    times.growth.push(residentBytes(Number(service.process.pid)) - before)
    for (const socket of sockets) socket.destroy()
    await pause(500)
  }
  const growth = Math.max(...times.growth)
  return {
    clients: callers.length,
    growth,
    resident: before + growth,
    alone: Math.min(...times.alone),
    beside: Math.min(...times.beside),
  }
}

/** Sends a request and waits for the first bytes of its answer. @throws Error unless it is 200 */
async function open({ port }: Service, { path, authorization = '' }: Caller): Promise<Socket> {
  const socket = connect({ port, host: 'localhost' })
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n\r\n`)
  await once(socket, 'readable')
  const status = String(socket.read(12))
  if (!status.endsWith(' 200')) throw new Error(`${path} was answered ${status}`)
  return socket
}

/** Milliseconds of the page that a quarter of the answers is as fast as. */
async function pageTime({ host }: Service, { page, headers }: Read): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 40; turn += 1) {
    const begun = performance.now()
    const { body, statusCode } = await request(`${host}${page}`, { headers })
    await body.dump()
    times.push(performance.now() - begun)
    if (statusCode !== 200) throw new Error(`${page} was answered ${statusCode}`)
  }
  return quantile(times, 0.25)
}
