import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { connectionOf } from '../database.ts'
import { cairn, freePort, type Service } from '../service.ts'
import type { BareSettings } from './bare-server.ts'
import { processorTime } from './processor-time.ts'

const org = 'bench'
const flow = 'payments'

/** How a list is answered. */
interface Answers {
  /** Requests per second. */
  rate: number
  /** Milliseconds of processor time of one, those of the database included. */
  time: number
}

/** Compares a flow's attestation list to `node:http` and `pg` with the same query, in one run. */
export async function measureAttestationList(
  service: Service,
  { attestations, rounds, seconds }: { attestations: number; rounds: number; seconds: number },
): Promise<{ service: Answers; bare: Answers }> {
  cairn(service.dataDir, 'user', 'add', 'bench-user')
  cairn(service.dataDir, 'org', 'add', org, '--owner', 'bench-user')
  const key = cairn(service.dataDir, 'key', 'add', 'bench-user')
  await fill(service.host, key, attestations)
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)))
  const settings: BareSettings = {
    connection: await connectionOf(service.dataDir),
    port: await freePort(),
  }
  child.send(settings)
  await once(child, 'message')
  const headers = { authorization: `Bearer ${key}` }
  // The database is a child of the service.
  const pids = [Number(service.process.pid), Number(child.pid)]
  const measure = async (url: string): Promise<Answers> => {
    const before = processorTime(pids)
    const { rate, answered } = await loadFor(seconds, url, headers)
    return { rate, time: (processorTime(pids) - before) / answered }
  }
  const results = { service: [] as Answers[], bare: [] as Answers[] }
  // Alternating rounds, so that other load affects both alike.
  for (let round = 0; round < rounds; round += 1) {
    results.bare.push(await measure(`http://127.0.0.1:${settings.port}/${org}/${flow}`))
    results.service.push(await measure(`${service.host}/api/v2/attestations/${org}/${flow}`))
  }
  const ended = once(child, 'exit')
  child.kill()
  await ended
  return { service: best(results.service), bare: best(results.bare) }
}

const best = (all: readonly Answers[]): Answers => ({
  rate: Math.max(...all.map(({ rate }) => rate)),
  time: Math.min(...all.map(({ time }) => time)),
})

async function loadFor(
  duration: number,
  url: string,
  headers: Record<string, string>,
): Promise<{ rate: number; answered: number }> {
  const result = await autocannon({ url, headers, connections: 16, duration })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered with errors`)
  return { rate: result.requests.average, answered: result.requests.total }
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
