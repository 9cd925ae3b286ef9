import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Agent, fetch as fetchBy } from 'undici'
import { freePort } from './service.ts'

/** A proxy before several processes, which passes each call to the next one. */
export interface ReverseProxy {
  /** Calls by way of it, from the address `client`. */
  fetch: typeof fetch
  client: string
  stop(): Promise<void>
}

/** Starts a proxy that tells of a client elsewhere. */
export async function startProxy(port: number, to: readonly number[]): Promise<ReverseProxy> {
  const client = '203.0.113.9'
  let calls = 0
  const proxy = createServer((call, answer) => {
    const headers = { ...call.headers, 'x-forwarded-for': client }
    const port = to[(calls += 1) % to.length]
    const passed = request({ port, method: call.method, path: call.url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    answer.on('close', () => passed.destroy())
    passed.on('error', () => answer.destroy())
    call.pipe(passed)
  })
  // A client that was busy for a while finds its connection open.
  proxy.keepAliveTimeout = 75_000
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    fetch,
    client,
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

/**
 * Starts nginx with the configuration in `.deploy`, with TLS on the port. Its clients come from an
 * address of this machine that the processes do not trust.
 */
export async function startNginx(
  port: number,
  to: readonly number[],
  folder: string,
): Promise<ReverseProxy> {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-days', '1'], { stdio: 'ignore' })
  const [first = 0, second = 0] = to
  const example = fileURLToPath(new URL('../.deploy/nginx.conf', import.meta.url))
  const server = readFileSync(example, 'utf8')
    .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${first};`)
    .replace('# server 127.0.0.1:8081;', `server 127.0.0.1:${second};`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('/etc/ssl/cairn.crt', certificate)
    .replace('/etc/ssl/cairn.key', key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  const http = ['access_log off;', ...temporary, server].join('\n')
  writeFileSync(
    file,
    `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  nginx.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!(await listens(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx did not start:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const client = '127.0.0.2'
  const ca = readFileSync(certificate)
  const dispatcher = new Agent({ localAddress: client, connect: { ca } })
  const byWay = (input: string, init: object) => fetchBy(input, { ...init, dispatcher })
  return {
    // Its types differ from those of Node.js itself in names alone.
    fetch: byWay as unknown as typeof fetch,
    client,
    async stop() {
      await dispatcher.destroy()
      nginx.kill('SIGTERM')
      if (nginx.exitCode === null) await once(nginx, 'exit')
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
