import { Pool } from 'undici'
import { cairn, type Service } from '../service.ts'
import { post, reportBody } from './ingest-load.ts'
import { processorTime } from './processor-time.ts'
import { median } from './time-by-turns.ts'

const org = 'growth'
const user = 'bench-growth'
/** Reports in each turn. */
const turn = 40
const rounds = 5

/** Milliseconds of processor time that a report costs, those of the database included. */
export interface GrowthCosts {
  /** Whether each report has a name of its own. */
  areDistinct: boolean
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
  const pool = new Pool(service.host, { connections: 1 })
  const pids = [Number(service.process.pid)]
  for (const areDistinct of [false, true]) {
    let number = 0
    const report = async (trail: string, count: number) => {
      const path = `/api/v2/attestations/${org}/shop/trail/${trail}/generic`
      const before = processorTime(pids)
      for (let sent = 0; sent < count; sent += 1) {
        number += 1
        const name = `check-${areDistinct ? number : number % 10}`
        await post(pool, path, reportBody(name, 0), authorization)
      }
      return (processorTime(pids) - before) / count
    }
    const old = `old-${areDistinct}`
    await report(old, attestations)
    const costs = { young: [] as number[], old: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      costs.young.push(await report(`young-${areDistinct}-${round}`, turn))
      costs.old.push(await report(old, turn))
    }
    yield { areDistinct, young: median(costs.young), old: median(costs.old) }
  }
  await pool.close()
}
