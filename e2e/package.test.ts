import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { version } = packageJson

let folder: string
/** The unpacked package, beside the packages that it depends on. */
let unpacked: string
let files: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-package-'))
  unpacked = join(folder, 'package')
  // Without its scripts: what is packed was built for all tests.
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
    }),
  )
  files = packed.files.map(({ path }: { path: string }) => path)
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder])
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
    for (const [, name] of code.matchAll(/^(?:import|export)\b[^'"`]*["']([^."'][^"']*)["'];?$/gm))
      needed.add(name?.split('/', name.startsWith('@') ? 2 : 1).join('/') ?? '')
  }
  const known = new Set([...builtinModules, ...Object.keys(packageJson.dependencies)])
  expect(needed.size).toBeGreaterThan(10)
  expect([...needed].filter((name) => !name.startsWith('node:') && !known.has(name))).toEqual([])
})

it('runs its command by its first line', () => {
  const run = (...args: string[]) =>
    spawnSync(join(unpacked, 'dist/server/cairn.js'), args, { cwd: '/', encoding: 'utf8' })
  execFileSync('chmod', ['755', join(unpacked, 'dist/server/cairn.js')])
  expect(run('--version').stdout).toBe(`${version}\n`)
  expect(run('--help').stdout).toContain('serve')
})

it.each([
  ['npm start', ['npm', 'start']],
  ['cairn serve', ['node', 'dist/server/cairn.js', 'serve']],
])('ends with all its processes when %s is told to', async (_, [program = '', ...args]) => {
  const port = String(await freePort())
  const dataDir = await mkdtemp(join(folder, 'data-'))
  execFileSync('chmod', ['711', folder])
  const child = spawn(program, args, {
    cwd: unpacked,
    env: { ...process.env, PORT: port, CAIRN_DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: 'ignore',
  })
  const ask = (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => null)
  try {
    await expect
      .poll(async () => (await ask('/ready'))?.headers.get('x-cairn-version'))
      .toBe(version)
    expect(await (await ask('/'))?.text()).toContain('<title>Cairn</title>')
  } finally {
    child.kill('SIGTERM')
  }
  await once(child, 'exit')
  await expect.poll(() => spawnSync('pgrep', ['-f', dataDir]).status).toBe(1)
  expect(await ask('/live')).toBeNull()
})
