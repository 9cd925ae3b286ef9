import { execFile } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const version = '2.43.1'
const name = `@kosli/cli-${platform()}-${arch() === 'x64' ? 'x64' : arch()}`
const folder = fileURLToPath(new URL('../node_modules/.cache/reporter-cli', import.meta.url))
/** Folder of the reporter CLI, for a search path. */
export const reporterCliFolder = `${folder}/node_modules/${name}/bin`
const binary = `${reporterCliFolder}/kosli`

/** Installs the public reporter CLI of this platform, at its exact version, into a cache folder. */
export async function installReporterCli(): Promise<void> {
  if (existsSync(binary)) return
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  await promisify(execFile)('npm', [
    'install',
    '--prefix',
    folder,
    ...options,
    `${name}@${version}`,
  ])
}

/** Output and exit code of a run of the reporter CLI. */
export interface CliResult {
  code: number
  stdout: string
  stderr: string
}

/** Result of a run; an error of the CLI's own arguments is no refusal of the service. */
export interface CliRun {
  args: string[]
  isWell: boolean
  isRefused: boolean
}

/** Path of the log of all runs of the reporter CLI, one line of JSON each. */
export const runsFile = (dataDir: string) => join(dataDir, 'reporter-cli-runs.jsonl')

/** Runs the unchanged reporter CLI against a service. */
export function reporterCli(
  service: { host: string; org: string; key: string; dataDir: string },
  args: string[],
  cwd: string,
): Promise<CliResult> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: cwd,
    KOSLI_HOST: service.host,
    KOSLI_ORG: service.org,
    KOSLI_API_TOKEN: service.key,
  }
  return new Promise((resolve) => {
    execFile(binary, args, { env, cwd }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      const run: CliRun = {
        args,
        isWell: code === 0,
        isRefused: code !== 0 && !/^Usage: /m.test(stderr),
      }
      appendFileSync(runsFile(service.dataDir), `${JSON.stringify(run)}\n`)
      resolve({ code, stdout, stderr })
    })
  })
}
