import { createHash } from 'node:crypto'

/** Sends a request below the organization of a path such as `/flows/acme/shop`. */
export type Send = (
  method: 'GET' | 'POST' | 'PUT',
  /** Without the organization: `/flows/shop`. */
  path: string,
  body?: string | FormData,
) => Promise<void>

/** Sends requests to one organization. @throws Error unless each is accepted */
export function sender(host: string, org: string, headers: Record<string, string>): Send {
  return async (method, path, body) => {
    const [, kind, ...rest] = path.split('/')
    const url = `${host}/api/v2/${[kind, org, ...rest].join('/')}`
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : null
    const request = { method, headers: { ...headers, ...type }, ...(body && { body }) }
    const response = await fetch(url, request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url} was answered ${text}`)
  }
}

/** Artifacts that run in the environment. */
const running = 20

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
const commitOf = (trail: number) => digestOf(`commit ${trail}`).slice(0, 40)
const repository = 'https://github.com/acme/shop'

/** Creates the flow and the environment of the work. */
export async function prepare(send: Send): Promise<void> {
  await send('PUT', '/flows', JSON.stringify({ name: 'shop' }))
  const environment = { name: 'production', type: 'server' }
  await send('PUT', '/environments', JSON.stringify(environment))
}

/** Reports the artifact of a trail, with the commit that it was built of. */
export function build(send: Send, flow: string, trail: number): Promise<void> {
  const sha1 = commitOf(trail)
  const git_commit_info = {
    sha1,
    message: 'Mend the basket',
    author: 'Ada',
    timestamp: 1_700_000_000,
  }
  const body = {
    ...{ fingerprint: digestOf(`image ${trail}`), filename: `shop:${trail}` },
    ...{ trail_name: `build-${trail}`, git_commit: sha1, git_commit_info, repo_url: repository },
    build_url: `https://ci.example.com/runs/${trail}`,
    commit_url: `${repository}/commit/${sha1}`,
    repo_info: { id: '1', name: 'acme/shop', url: repository, provider: 'github' },
  }
  return send('POST', `/artifacts/${flow}`, JSON.stringify(body))
}

/** Attests something about a trail, every other time about its artifact. */
export function attest(send: Send, flow: string, trail: number, number: number): Promise<void> {
  const form = new FormData()
  const subject = number % 2 ? { artifact_fingerprint: digestOf(`image ${trail}`) } : {}
  const user_data = { run: trail, passed: 412, skipped: 3, duration: 81.4, runner: 'linux-large' }
  form.set(
    'data_json',
    JSON.stringify({ attestation_name: `check-${number}`, user_data, ...subject }),
  )
  return send('POST', `/attestations/${flow}/trail/build-${trail}/generic`, form)
}

/** Reports what runs: the same artifacts but for one, which each number has a new build of. */
export function report(send: Send, number: number): Promise<void> {
  const artifacts = Array.from({ length: running }, (_, place) => {
    const age = number - ((number - place) % running)
    return { digests: { [`service-${place}`]: digestOf(`service ${place}, build ${age}`) } }
  })
  const body = artifacts.map((it) => ({ ...it, creationTimestamp: 1_700_000_000 }))
  return send('PUT', '/environments/production/report/server', JSON.stringify({ artifacts: body }))
}

/** Reads the newest attestations. */
export const list = (send: Send): Promise<void> => send('GET', '/attestations/shop')
