import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from './service.ts'
import { attest, firstKey } from './survive/writers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { version: ownVersion, engines, dependencies, peerDependencies } = packageJson
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
/** The unpacked package, beside the packages that are installed here. */
let unpacked: string
let files: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-package-'))
  await chmod(folder, 0o711)
  // Without its scripts: what is packed was built for all tests.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [made] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  files = made.files.map(({ path }: { path: string }) => path)
  packed = join(folder, made.filename)
  unpacked = join(folder, 'package')
  execFileSync('tar', ['-xzf', packed, '-C', folder])
  await symlink(join(root, 'node_modules'), join(unpacked, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('packs what runs and nothing else', () => {
  const others = files.filter((path) => !/^dist\/(server|web)\//.test(path))
  expect(others.sort()).toEqual([
    ...['.scripts/build.mjs', 'CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
  ])
  expect(files).toEqual(expect.arrayContaining(['dist/server/main.js', 'dist/web/index.html']))
  expect(files.filter((path) => /\.(map|tsx?)$|\.test\./.test(path))).toEqual([])
})

it('needs no package at runtime that is not among its dependencies', () => {
  const needed = new Set<string>()
  for (const file of readdirSync(join(unpacked, 'dist/server')).filter((it) =>
    it.endsWith('.js'),
  )) {
    const code = readFileSync(join(unpacked, 'dist/server', file), 'utf8')
    const imports =
      /^(?:import|export)\b[^'"`]*["']([^."'][^"']*)["'];?$|\b(?:import|__require)\("([^."][^"]*)"\)/gm
    for (const [, first, name = first] of code.matchAll(imports))
      needed.add(name?.split('/', name.startsWith('@') ? 2 : 1).join('/') ?? '')
  }
  const known = new Set([
    ...builtinModules,
    ...Object.keys(dependencies),
    ...Object.keys(peerDependencies),
  ])
  expect(needed).toContain('jq-wasm')
  // The client of PostgreSQL does without it.
  known.add('pg-native')
  expect([...needed].filter((name) => !name.startsWith('node:') && !known.has(name))).toEqual([])
})

it('runs its command by its first line', () => {
  const run = (...args: string[]) =>
    spawnSync(join(unpacked, 'dist/server/cairn.js'), args, { cwd: '/', encoding: 'utf8' })
  execFileSync('chmod', ['755', join(unpacked, 'dist/server/cairn.js')])
  expect(run('--version').stdout).toBe(`${ownVersion}\n`)
  expect(run('--help').stdout).toContain('serve')
})

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
  'installs without development packages, and runs until it is told to end, on Node.js %s',
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
    const cwd = join(place, 'package')
    copyFileSync(join(root, 'package-lock.json'), join(cwd, 'npm-shrinkwrap.json'))
    npm(cwd, path, 'ci', '--dry-run')
    npm(cwd, path, 'ci', '--omit=dev')

    const dataDir = join(place, 'data')
    const traced = { PATH: path, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:1' }
    await expect(startService(dataDir, { cwd, env: traced })).rejects.toThrow(
      /the packages that send traces are not installed.*npm install/,
    )
    let key = ''
    for (const command of [
      ['node', 'dist/server/cairn.js', 'serve'],
      ['npm', 'start'],
    ]) {
      const service = await startService(dataDir, { cwd, env: { PATH: path }, command })
      const { host } = service
      try {
        key ||= firstKey(service)
        const { status } = await fetch(`${host}/api/v2/flows/my-company`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: command[0] }),
        })
        expect(status).toBe(201)
        expect(await attest(host, key, `${command[0]}-scan`, 1000)).toBe(201)
        const ready = await fetch(`${host}/ready`)
        expect([await ready.text(), ready.headers.get('x-cairn-version')]).toEqual([
          'OK',
          ownVersion,
        ])
        const page = await (await fetch(host)).text()
        expect(page).toContain('<title>Cairn</title>')
        const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
        const answer = await fetch(new URL(script, host))
        expect(answer.headers.get('content-type')).toContain('javascript')
        // Unread, it would keep the service from ending.
        await answer.text()
      } finally {
        await service.stop()
      }
      expect(service.process.exitCode, service.output()).toBe(0)
      await expect.poll(() => spawnSync('pgrep', ['-f', place]).status).toBe(1)
      expect(await fetch(`${host}/live`).catch(() => null)).toBeNull()
    }
    await rm(place, { recursive: true })
    if (version !== used) console.log(`passed   Node.js ${used} (${version})`)
  },
)
