import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connectionOf } from '../database.ts'
import { cairn, freePort, type Service } from '../service.ts'
import type { BareSettings } from './bare-server.ts'
import { type Answers, compareAnswers } from './compare-answers.ts'

const org = 'bench'
const flow = 'payments'

/** Compares a flow's attestation list to `node:http` and `pg` with the same query, in one run. */
export async function measureAttestationList(
  service: Service,
  { attestations, ...times }: { attestations: number; rounds: number; seconds: number },
): Promise<{ service: Answers; peer: Answers }> {
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
  try {
    return await compareAnswers(
      {
        service: `${service.host}/api/v2/attestations/${org}/${flow}`,
        peer: `http://127.0.0.1:${settings.port}/${org}/${flow}`,
        headers: { authorization: `Bearer ${key}` },
        status: 200,
        // The database is a child of the service.
        pids: [Number(service.process.pid), Number(child.pid)],
      },
      times,
    )
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
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
