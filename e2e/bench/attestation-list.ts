import autocannon from 'autocannon'
import { connectionOf } from '../database.ts'
import { cairn, freePort, type Service } from '../service.ts'
import { startBareServer } from './bare-server.ts'

const org = 'bench'
const flow = 'payments'

/** Requests per second of the service and of the bare server, and their ratio. */
export interface ListResult {
  service: number
  bare: number
  ratio: number
}

/** Compares a flow's attestation list to `node:http` and `pg` with the same query, in one run. */
export async function measureAttestationList(
  service: Service,
  { attestations, rounds, seconds }: { attestations: number; rounds: number; seconds: number },
): Promise<ListResult> {
  const load = (url: string, headers: Record<string, string>) => loadFor(seconds, url, headers)
  cairn(service.dataDir, 'user', 'add', 'bench-user')
  cairn(service.dataDir, 'org', 'add', org, '--owner', 'bench-user')
  const key = cairn(service.dataDir, 'key', 'add', 'bench-user')
  await fill(service.host, key, attestations)
  const connection = await connectionOf(service.dataDir)
  const port = await freePort()
  const bare = await startBareServer(connection, port)
  const headers = { authorization: `Bearer ${key}` }
  const results = { service: [] as number[], bare: [] as number[] }
  // Alternating rounds, so that other load affects both alike.
  for (let round = 0; round < rounds; round += 1) {
    results.bare.push(await load(`http://127.0.0.1:${port}/${org}/${flow}`, headers))
    results.service.push(await load(`${service.host}/api/v2/attestations/${org}/${flow}`, headers))
  }
  await bare.close()
  const best = { service: Math.max(...results.service), bare: Math.max(...results.bare) }
  return { ...best, ratio: best.service / best.bare }
}

async function loadFor(
  duration: number,
  url: string,
  headers: Record<string, string>,
): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered with errors`)
  return result.requests.average
}

async function fill(host: string, key: string, attestations: number): Promise<void> {
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; index < attestations / 8; index += 1) {
      const form = new FormData()
      const json = { attestation_name: `check-${index % 10}`, user_data: { index } }
      form.set('data_json', JSON.stringify(json))
      const trail = `trail-${writer}-${Math.floor(index / 10)}`
      const url = `${host}/api/v2/attestations/${org}/${flow}/trail/${trail}/generic`
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(url, { method: 'POST', body: form, headers })
      if (response.status !== 201) throw new Error(`filling was answered ${response.status}`)
    }
  })
  await Promise.all(writers)
}
