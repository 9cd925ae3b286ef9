import { createHash } from 'node:crypto'
import { Pool } from 'undici'
import { cairn, type Service } from '../service.ts'
import { post, reportBody } from './ingest-load.ts'
import { processorTime } from './processor-time.ts'
import { median } from './time-by-turns.ts'
import { sender } from './unit-work.ts'

const org = 'growth'
const user = 'bench-growth'
/** Reports in each turn. */
const turn = 25
const rounds = 5

const fingerprint = createHash('sha256').update('growth').digest('hex')
const artifact = {
  fingerprint,
  filename: 'api:1',
  git_commit: 'a'.repeat(40),
  build_url: 'https://ci.example.com/1',
  commit_url: 'https://git.example.com/1',
  template_reference_name: 'api',
}
const kinds = [
  { reports: 'with 10 names', names: 10 },
  { reports: 'with a name each', names: Infinity },
  {
    reports: 'with a name each on an artifact',
    names: Infinity,
    artifact_fingerprint: fingerprint,
  },
]

/** Milliseconds of processor time that a report costs, those of the database included. */
interface GrowthCosts {
  /** Targets of the reports, and their names. */
  reports: string
  young: number
  old: number
}

/** Measures reports on trails with few and with many attestations, by turns. */
export async function* measureTrailGrowth(
  service: Service,
  attestations: number,
): AsyncGenerator<GrowthCosts> {
  cairn(service.dataDir, 'user', 'add', user)
  cairn(service.dataDir, 'org', 'add', org, '--owner', user)
  const authorization = `Bearer ${cairn(service.dataDir, 'key', 'add', user)}`
  const send = sender(service.host, org, { authorization })
  const pool = new Pool(service.host, { connections: 1 })
  const pids = [Number(service.process.pid)]
  for (const [kind, { reports, names, ...on }] of kinds.entries()) {
    let number = 0
    const begin = async (trail: string) => {
      if (!on.artifact_fingerprint) return
      await send('POST', '/artifacts/shop', JSON.stringify({ ...artifact, trail_name: trail }))
    }
    const report = async (trail: string, count: number) => {
      const path = `/api/v2/attestations/${org}/shop/trail/${trail}/generic`
      const before = processorTime(pids)
      for (let sent = 0; sent < count; sent += 1) {
        number += 1
        const name = `check-${number % names}`
        await post(pool, path, reportBody(name, 0, on), authorization)
      }
      return (processorTime(pids) - before) / count
    }
    const old = `old-${kind}`
    await begin(old)
    await report(old, attestations)
    const costs = { young: [] as number[], old: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const young = `young-${kind}-${round}`
      await begin(young)
      costs.young.push(await report(young, turn))
      costs.old.push(await report(old, turn))
    }
    yield { reports, young: median(costs.young), old: median(costs.old) }
  }
  await pool.close()
}
