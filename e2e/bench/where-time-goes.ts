import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { cairn, childOf, freePort, startService } from '../service.ts'
import type { Bench } from './bench.ts'
import { fillForHotReads, hotReads } from './hot-reads.ts'
import { post, reportBody } from './ingest-load.ts'
import { largeReports } from './large-report.ts'
import { processorTime } from './processor-time.ts'
import { firstScript } from './ready-answers.ts'
import { short } from './result.ts'
import { profileWhile } from './service-profile.ts'
import {
  databaseTimesOf,
  describeStatements,
  measureStatements,
  timeOfAll,
} from './statement-times.ts'
import { sender } from './unit-work.ts'

const org = 'time-goes'
const user = 'bench-profile'

/** Statements and files that are named. */
const shown = 8

/** A piece of work that misses its aim. */
interface Work {
  name: string
  repeats: number
  run(number: number): Promise<void>
}

/** Prints where the time of what misses its aim goes: by the clock, processor, statement and file. */
export async function printWhereTimeGoes({ options: { isQuick } }: Bench): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-bench-'))
  const port = await freePort()
  const first = await startService(dataDir)
  try {
    await measureStatements(dataDir)
  } finally {
    await first.stop()
  }
  const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
  const service = await startService(dataDir, { env })
  const pool = new Pool(service.host, { connections: 1 })
  try {
    cairn(dataDir, 'user', 'add', user)
    cairn(dataDir, 'org', 'add', org, '--owner', user)
    const authorization = `Bearer ${cairn(dataDir, 'key', 'add', user)}`
    const path = `/api/v2/attestations/${org}/shop/trail/build/generic`
    const report = (bytes: number) => (number: number) =>
      post(pool, path, reportBody(`check-${number % 10}`, bytes), authorization)
    await fillForHotReads(sender(service.host, org, { authorization }), 200)
    const script = await firstScript(service.host)
    const works: Work[] = [
      { name: 'A report', repeats: isQuick ? 200 : 300, run: report(0) },
      { name: 'A report with evidence', repeats: isQuick ? 100 : 200, run: report(20_000) },
      {
        name: 'A report of 5000 artifacts, one changed',
        repeats: isQuick ? 10 : 15,
        run: await largeReports(service.host, org, authorization),
      },
      ...hotReads.map(({ name, path: pathOf }) => ({
        name,
        repeats: isQuick ? 50 : 300,
        run: () => get(pool, `/api/v2${pathOf(org)}`, { authorization }, 200),
      })),
      {
        name: 'A script that has not changed',
        repeats: isQuick ? 500 : 1_500,
        run: () => get(pool, script.path, script.given, 304),
      },
    ]
    const pid = Number(service.process.pid)
    for (const work of works) await printOne(work, { dataDir, pid, port })
  } finally {
    await pool.close()
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function get(pool: Pool, path: string, headers: Record<string, string>, status: number) {
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
  await body.dump()
  if (statusCode !== status) throw new Error(`${path} was answered with ${statusCode}`)
}

interface Place {
  dataDir: string
  pid: number
  /** Where the service is inspected. */
  port: number
}

async function printOne({ name, repeats, run }: Work, { dataDir, pid, port }: Place) {
  let number = 0
  const repeat = async (times: number) => {
    for (const end = number + times; number < end; number += 1) await run(number)
  }
  // Until its code is compiled.
  await repeat(Math.ceil(repeats / 4))
  const database = childOf(pid)
  const clocks = () => [performance.now(), processorTime([pid]), processorTime([database])] as const
  const before = clocks()
  const { statements, syncs } = await databaseTimesOf(dataDir, () => repeat(repeats))
  const [clock = 0, both = 0, ofDatabase = 0] = clocks().map(
    (now, index) => (now - (before[index] ?? 0)) / repeats,
  )
  // Apart, as it slows the service down.
  const files = await profileWhile(port, () => repeat(repeats))
  const measured = timeOfAll(statements) / repeats
  console.log(`  ${name}: ${short(clock)} ms by the clock`)
  console.log(`    processor of the service ${short(both - ofDatabase)} ms, by a profile in:`)
  for (const [file, time] of files.slice(0, shown)) {
    console.log(`      ${short(time / repeats)} ms ${file}`)
  }
  console.log(`    processor of the database ${short(ofDatabase)} ms`)
  const [count, waited] = [syncs.count / repeats, syncs.time / repeats]
  if (count > 0) console.log(`    its log onto the disk ${short(waited)} ms, ${short(count)} times`)
  console.log(`    in statements ${short(measured)} ms, with what runs in the background:`)
  for (const statement of describeStatements(statements, repeats, shown))
    console.log(`      ${statement}`)
}
