import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Account } from './run.ts'
import { serverPid } from './testing.ts'

/** Message of a service in a process of its own once its database runs. */
interface Started {
  connection: pg.ClientConfig
  said: string[]
  serverPid: number
}

/** Starts the database in a process of its own that lives until killed. */
export function startService(
  dataDir: string,
  account?: Account | null,
  code = '',
): { child: ChildProcess; started: Promise<Started> } {
  const start = pathToFileURL(join(inject('bundles'), 'start-embedded.js')).href
  const source = `
    ${code}
    import { startEmbedded } from ${JSON.stringify(start)}
    setInterval(() => {}, 1000)
    const said = []
    try {
      const dataDir = ${JSON.stringify(dataDir)}
      const { connection } = await startEmbedded({ dataDir, log: (m) => said.push(m) })
      console.log(JSON.stringify({ connection, said }))
    } catch (error) {
      console.log(JSON.stringify({ failure: String(error), said }))
    }`
  const args = ['--input-type=module', '--eval', source]
  const child = spawn(process.execPath, args, {
    ...(account && { uid: account.uid, gid: account.gid, cwd: '/' }),
    // a group of its own, for a test to send it what a terminal sends
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, started: answer(child) }
}

async function answer(child: ChildProcess): Promise<Started> {
  if (!child.stdout) throw new Error('No output')
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line)
    if (said.failure) throw new Error(said.failure)
    return { ...said, serverPid: await serverPid(said.connection) }
  }
  throw new Error('The service ended before it had a database')
}
