import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { administer } from './administer.ts'
import type { Service } from './service.ts'

/** A webhook as received by a target. */
export interface Arrival {
  target: string
  id: string
  environment: string
  /** Unix milliseconds. */
  at: number
}

/** Starts targets on loopback that record everything they receive, in order. */
export async function startTargets(answer: (target: string, response: ServerResponse) => void) {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const { environment } = JSON.parse(text) as { environment: string }
      const target = String(request.url)
      const id = String(request.headers['webhook-id'])
      arrivals.push({ target, id, environment, at: Date.now() })
      answer(target, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    arrivals,
    url: (target: number) => `http://127.0.0.1:${port}/${target}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Makes an organization with environments, and a notification of all of them for some targets. */
export async function seedTargets(
  service: Service,
  org: string,
  environments: readonly string[],
  webhooks: readonly string[],
) {
  const key = await administer(service, async (administration) => {
    await administration.addUser(org)
    return administration.addKey(org, 'load')
  })
  const put = async (path: string, json: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify(json) }
    const response = await fetch(`${service.host}/api/v2${path}`, init)
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
  }
  for (const name of environments) await put(`/environments/${org}`, { name, type: 'server' })
  await put(`/organizations/${org}/environments_notifications`, {
    name: 'load',
    type: 'env',
    environments,
    triggers: ['ON_STARTED_ARTIFACT'],
    targets: webhooks.map((webhook) => ({ type: 'WEBHOOK', webhook })),
  })
  return {
    /** Reports artifacts in an environment, each of which is an event. */
    run: (environment: string, names: readonly string[]) =>
      put(`/environments/${org}/${environment}/report/server`, {
        artifacts: names.map((name) => ({
          digests: { [name]: createHash('sha256').update(name).digest('hex') },
          creationTimestamp: 1_790_000_000,
        })),
      }),
  }
}
