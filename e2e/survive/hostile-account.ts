// Attacks a service from one account in all ways at once, until it is ended. Runs as a process of its
// own, so that sending does not slow down the measurement.
import { createHash } from 'node:crypto'

const [, , host = '', org = '', key = ''] = process.argv
const api = `${host}/api/v2`
const authorization = { authorization: `Bearer ${key}` }

const statuses = new Map<string, number>()

async function call(method: string, path: string, body?: unknown, more = {}): Promise<void> {
  const headers = new Headers({ ...authorization, ...more })
  const isSentAsItIs = typeof body === 'string' || body instanceof FormData
  const sent = isSentAsItIs ? body : JSON.stringify(body)
  if (typeof sent === 'string') headers.set('content-type', 'application/json')
  const options = { method, headers, ...(sent === undefined ? {} : { body: sent }) }
  const answer = await fetch(`${api}${path}`, options).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  const seen = `${method} ${path.replace(/\d+/g, 'N')} ${answer?.status ?? 'no answer'}`
  statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
}

/** Sends calls without an end, a number of them at a time. */
function attack(atOnce: number, send: (index: number) => Promise<void>, pauseMs = 10): void {
  for (let lane = 0; lane < atOnce; lane += 1) {
    void (async () => {
      for (let index = lane; ; index += atOnce) {
        await send(index)
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    })()
  }
}

const form = (data: unknown) => {
  const parts = new FormData()
  parts.set('data_json', JSON.stringify(data))
  return parts
}
const endless = { evaluator: { content_type: 'jq', rules: ['def f: f; f'] } }
const types = 30
const attestCustom = (index: number, headers = {}) => {
  const data = { attestation_name: 'a', type_name: `t${index % types}`, attestation_data: {} }
  return call('POST', `/attestations/${org}/f/trail/t/custom`, form(data), headers)
}

const fingerprint = (index: number) => createHash('sha256').update(String(index)).digest('hex')
const randomName = (index: number) =>
  Array.from({ length: 16 }, (_, part) => fingerprint(index * 16 + part)).join('')
const pattern = (index: number) => `(?:a.{${150 - index}}|b.{149})+[0-9]`
const conditions = Array.from(
  { length: 8 },
  (_, index) => `    - {type: junit, if: "\${{ matches(artifact.name, '${pattern(index)}') }}"}`,
)
const policy = `_schema: "https://example.com/v1"\nartifacts:\n  attestations:\n${conditions.join('\n')}\n`

await call('PUT', `/flows/${org}`, { name: 'f' })
for (let index = 0; index < types; index += 1)
  await call('POST', `/custom-attestation-types/${org}`, form({ name: `t${index}`, ...endless }))
await call('PUT', `/environments/${org}`, { name: 'e', type: 'server' })
const artifacts = Array.from({ length: 2000 }, (_, index) => ({
  digests: { [randomName(index)]: fingerprint(index) },
  creationTimestamp: 1,
}))
await call('PUT', `/environments/${org}/e/report/server`, { artifacts })
process.send?.('ready')

attack(21, (index) => attestCustom(index, { 'idempotency-key': `${process.pid}-${index}` }))
attack(30, (index) => attestCustom(index))
attack(4, () => {
  const body = { action: 'attach', policy_names: ['p'], policy_yaml: policy, environments: ['e'] }
  return call('POST', `/cairn/${org}/policy_effect`, body)
})
attack(1, async (index) => {
  const set_tags = { constructor: String(index), toString: 'x' }
  await call('PATCH', `/tags/${org}/flow/f`, { set_tags })
  await call('GET', `/cairn/${org}/audit-log`)
})
attack(4, (index) =>
  call('POST', `/artifacts/${org}/f`, {
    fingerprint: fingerprint(index),
    filename: 'f',
    git_commit: fingerprint(index).slice(0, 40),
    git_commit_info: { sha1: fingerprint(index).slice(0, 40) },
    build_url: 'https://ci.example.com',
    commit_url: 'https://git.example.com',
    repo_url: `http://h${'/'.repeat(index % 2 ? 70_000 : 2000)}x`,
    template_reference_name: 'a',
    trail_name: 't',
  }),
)
const nested = '['.repeat(5_000_000) + ']'.repeat(5_000_000)
attack(2, () => call('POST', '/cairn/session', nested, { authorization: '' }))
// Clients of streams reconnect after a second.
attack(200, () => call('GET', `/cairn/${org}/events`), 1000)
process.on('message', () => {
  process.send?.([...statuses].map(([seen, count]) => `${count} × ${seen}`).toSorted())
})
process.on('disconnect', () => process.exit())
