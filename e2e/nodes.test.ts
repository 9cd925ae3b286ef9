import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from './service.ts'
import { attest, firstKey } from './survive/writers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The lowest version of each range that package.json names. */
const lowest: string[] = engines.node
  .match(/\d+[\d.]*/g)
  .map((version: string) => version.padEnd(6, '.0'))
const majors = lowest.map((version) => version.split('.')[0] ?? '')
const own = process.versions.node
/** Versions of Node.js as npm names them: this one, or also the lowest and the newest. */
const versions = process.env['NODES'] === 'all' ? [...lowest, ...majors, 'latest'] : [own]

let folder: string
/** The file that `npm pack` makes, without its lock. */
let packed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-nodes-'))
  await chmod(folder, 0o711)
  // Without its scripts: what is packed was built for all tests.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  packed = join(folder, filename)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const quiet = ['--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']

/** Runs npm; what it says of a version that a package refuses fails the test. */
function npm(cwd: string, path: string, ...args: string[]): void {
  const env = { ...process.env, PATH: path }
  const { status, stderr } = spawnSync('npm', [...args, ...quiet], { cwd, env, encoding: 'utf8' })
  expect(stderr.match(/EBADENGINE.*/g)).toBeNull()
  expect(status, stderr).toBe(0)
}

/** Installs a version of Node.js, and returns a search path on which it is first. */
async function pathOf(version: string, home: string): Promise<string> {
  const path = process.env['PATH'] ?? ''
  if (version === own) return path
  await mkdir(home)
  const name = `node-${process.platform}-${process.arch}`
  npm(home, path, 'install', '--prefix', home, `${name}@${version}`)
  return `${join(home, 'node_modules', name, 'bin')}:${path}`
}

it.each(versions)(
  'installs without development packages, and runs, on Node.js %s',
  async (version) => {
    const place = await mkdtemp(join(folder, 'one-'))
    await chmod(place, 0o711)
    const path = await pathOf(version, join(place, 'node'))
    const used = execFileSync('node', ['-p', 'process.versions.node'], {
      env: { ...process.env, PATH: path },
      encoding: 'utf8',
    }).trim()
    if (version !== 'latest')
      expect(`${used}.`).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}\\.`))

    execFileSync('tar', ['-xzf', packed, '-C', place])
    const unpacked = join(place, 'package')
    copyFileSync(join(root, 'package-lock.json'), join(unpacked, 'npm-shrinkwrap.json'))
    npm(unpacked, path, 'ci', '--dry-run')
    npm(unpacked, path, 'ci', '--omit=dev')

    const dataDir = join(place, 'data')
    const traced = { PATH: path, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:1' }
    await expect(startService(dataDir, { cwd: unpacked, env: traced })).rejects.toThrow(
      /the packages that send traces are not installed.*npm install/,
    )
    const service = await startService(dataDir, { cwd: unpacked, env: { PATH: path } })
    try {
      const key = firstKey(service)
      const { status } = await fetch(`${service.host}/api/v2/flows/my-company`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'survive' }),
      })
      expect(status).toBe(201)
      expect(await attest(service.host, key, 'one-scan', 1000)).toBe(201)
      const page = await (await fetch(service.host)).text()
      expect(page).toContain('<title>Cairn</title>')
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
      const answer = await fetch(new URL(script, service.host))
      expect(answer.headers.get('content-type')).toContain('javascript')
      // Unread, it would keep the service from ending.
      await answer.text()
    } finally {
      await service.stop()
    }
    expect(service.process.exitCode, service.output()).toBe(0)
    await expect.poll(() => spawnSync('pgrep', ['-f', place]).status).toBe(1)
    await rm(place, { recursive: true })
    if (version !== used) console.log(`passed   Node.js ${used} (${version})`)
  },
)
