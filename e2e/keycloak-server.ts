import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './service.ts'

const realm = fileURLToPath(new URL('fixtures/keycloak/realm.json', import.meta.url))
const administrator = { username: 'keycloak', password: 'password of keycloak' }

/** A Keycloak with the realm of the tests. */
export interface Keycloak {
  issuer: string
  /** Environment variables of a service whose people sign in here. */
  environment: Record<string, string>
  /** Signs with another key from now on. */
  rotate(): Promise<void>
  /** Changes a user, as its administrators do. */
  changeUser(name: string, change: object): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a copy of a Keycloak in development mode, as its distribution stands in a folder.
 * @param home the folder, which stays as it is
 * @param copy a folder that is not there yet
 * @param cairn address of the service that its people come from
 */
export async function startKeycloak(home: string, copy: string, cairn: string): Promise<Keycloak> {
  await cp(home, copy, { recursive: true })
  await mkdir(join(copy, 'data', 'import'), { recursive: true })
  const given = (await readFile(realm, 'utf8')).replaceAll('CAIRN_BASE_URL', cairn)
  await writeFile(join(copy, 'data', 'import', 'realm.json'), given)
  const port = await freePort()
  const base = `http://localhost:${port}`
  const args = ['start-dev', '--import-realm', '--http-host=localhost', `--http-port=${port}`]
  const child = spawn(join(copy, 'bin', 'kc.sh'), args, {
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The script starts Java as its child: both end together.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const issuer = `${base}/realms/cairn`
  for (let tries = 0; !(await answers(issuer)); tries += 1) {
    if (child.exitCode !== null || tries > 600)
      throw new Error(`Keycloak did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const { clients } = JSON.parse(given) as { clients: [{ clientId: string; secret: string }] }
  const admin = (method: string, path: string, body?: object) => asAdmin(base, method, path, body)
  return {
    issuer,
    environment: {
      CAIRN_LOGIN: 'both',
      CAIRN_BASE_URL: cairn,
      CAIRN_OIDC_ISSUER: issuer,
      CAIRN_OIDC_CLIENT_ID: clients[0].clientId,
      CAIRN_OIDC_CLIENT_SECRET: clients[0].secret,
    },
    async rotate() {
      const type = 'org.keycloak.keys.KeyProvider'
      const config = { priority: ['200'], algorithm: ['RS256'] }
      const key = { name: 'rotated', providerId: 'rsa-generated', providerType: type, config }
      await admin('POST', '/components', key)
    },
    async changeUser(name, change) {
      const [user] = (await admin('GET', `/users?exact=true&username=${name}`)) as [{ id: string }]
      await admin('PUT', `/users/${user.id}`, { ...user, ...change })
    },
    stop: () => end(child),
  }
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )

/** Calls the API of administrators. @returns its answer, if it has one */
async function asAdmin(base: string, method: string, path: string, body?: object) {
  const form = { grant_type: 'password', client_id: 'admin-cli', ...administrator }
  const signedIn = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const response = await fetch(`${base}/admin/realms/cairn${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`Keycloak answers ${response.status} to ${path}: ${text}`)
  return text === '' ? null : (JSON.parse(text) as unknown)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-Number(child.pid), 'SIGTERM')
  await ended
}
