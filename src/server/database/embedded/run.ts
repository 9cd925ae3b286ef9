import { spawn, type SpawnOptions } from 'node:child_process'

/** A user of the operating system. */
export interface Account {
  name: string
  uid: number
  gid: number
}

interface RunOptions {
  /** the user to run as; null is the service's own */
  account: Account | null
  env?: Record<string, string>
  /** starts a session of its own, which the terminal's Ctrl-C does not reach */
  detached?: boolean
}

/** User, folder and environment of a program: nothing of the service's own. */
export function surroundings(
  account: Account | null,
  env: Record<string, string> = {},
): Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'windowsHide'> {
  return {
    // Another user may neither reach the service's folder nor see its secrets, and a library path
    // set for node must not reach PostgreSQL's programs.
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/', LC_ALL: 'C', TZ: 'UTC', ...env },
    // node takes signed numbers here, and some systems give `nobody` the number -2
    ...(account && { uid: account.uid | 0, gid: account.gid | 0 }),
    windowsHide: true,
  }
}

/** Runs a program to its end. `code` is null where it could not be started or was killed. */
export function run(
  program: string,
  args: string[],
  { account, env, detached = false }: RunOptions,
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...surroundings(account, env),
      detached,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // A service that is asked to end in the middle of its start leaves no program behind.
    const end = () => void child.kill()
    process.once('exit', end)
    let text = ''
    const collect = (chunk: Buffer) => (text += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: null, text: error.message }))
    child.on('close', (code) => {
      process.off('exit', end)
      resolve({ code, text: text.trim() })
    })
  })
}
