import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { rowsIn } from '../database.ts'
import type { Service } from '../service.ts'

const flow = 'survive'

/** Returns the administrator's key, which a first run prints. */
export function firstKey(service: Service): string {
  return /API key, shown only once: +(\S+)/.exec(service.output())?.[1] ?? ''
}

/** Reports an attestation with a file and returns the status, 0 without a response. */
export async function attest(host: string, key: string, name: string, bytes = 0): Promise<number> {
  const form = new FormData()
  form.set('data_json', JSON.stringify({ attestation_name: name }))
  if (bytes) form.set('attachment_file', new File([randomBytes(bytes)], 'file.bin'))
  const url = `${host}/api/v2/attestations/my-company/${flow}/trail/${name.split('-')[0]}/generic`
  const headers = { authorization: `Bearer ${key}` }
  const answer = fetch(url, { method: 'POST', body: form, headers })
  return answer.then(
    async (response) => {
      await response.text()
      return response.status
    },
    () => 0,
  )
}

/** Starts writers that report one attestation after the other, each under a name of its own. */
export function startWriters(hosts: string[], key: string, prefix: string, count = 8) {
  const acknowledged: string[] = []
  const stopping = new AbortController()
  const work = Array.from({ length: count }, async (_, writer) => {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const name = `${prefix}w${writer}-${index}`
      const status = await attest(hosts[index % hosts.length] ?? '', key, name)
      if (status === 201) acknowledged.push(name)
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  return {
    acknowledged,
    async stop() {
      stopping.abort()
      await Promise.all(work)
    },
  }
}

/** Expects every acknowledged attestation to be stored exactly once. */
export async function expectStoredOnce(dataDir: string, acknowledged: string[]): Promise<void> {
  const rows = await rowsIn<{ name: string; times: string }>(
    dataDir,
    'select name, count(*) as times from attestation group by name',
  )
  const times = new Map(rows.map((row) => [row.name, Number(row.times)]))
  expect(acknowledged.filter((name) => !times.has(name))).toEqual([])
  expect([...times].filter(([, count]) => count !== 1)).toEqual([])
}
