import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cairn, freePort, type Service, startService } from './service.ts'

const asRoot = process.getuid?.() === 0
/** The user `nobody`, where tests run as root. */
const nobody = 65534

let folder: string
const services: Service[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-start-'))
  // As root the database runs as another user, who must be able to reach it.
  await chmod(folder, 0o711)
})

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir: string, options?: Parameters<typeof startService>[1]) {
  const service = await startService(dataDir, options)
  services.push(service)
  return service
}

it('starts with an empty folder, prints a sign-in link, and is alone on its data; starts again at once after it was killed, and finishes running requests when it is stopped', async () => {
  const dataDir = join(folder, 'a "quoted" folder', 'ü'.repeat(60))
  const first = await start(dataDir)
  const output = first.output()
  const key = /API key, shown only once: +(\S+)/.exec(output)?.[1]
  const token = /sign-in\?token=(\S+)/.exec(output)?.[1]
  const headers = { authorization: `Bearer ${key}` }
  const flows = await fetch(`${first.host}/api/v2/flows/my-company`, { headers })
  expect(await flows.json()).toEqual([])
  const signIn = () =>
    fetch(`${first.host}/api/v2/cairn/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
  expect((await signIn()).status).toBe(201)
  expect((await signIn()).status).toBe(401)

  const second = await refusedStart({ CAIRN_DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(second.code).toBe(1)
  expect(second.output).toContain('Another Cairn is running on the data folder')
  // Commands are allowed beside it.
  expect(cairn(dataDir, 'user', 'add', 'robin')).toBe('Added the user robin.')
  expect(cairn(dataDir, 'user', 'add', 'robin')).toBe('The user robin exists.')

  await first.kill()
  const again = await start(dataDir)
  expect(again.output()).not.toContain('Waiting until the data folder is free')
  expect(again.output()).not.toContain('First run')

  const stream = await fetch(`${again.host}/api/v2/cairn/my-company/events`, { headers })
  await again.stop()
  expect(again.process.exitCode).toBe(0)
  expect(await stream.text()).toContain('connected')
})

/** Returns output and exit code of a service that refuses to start. */
async function refusedStart(variables: Record<string, string>, ...options: string[]) {
  const env = { ...process.env, CAIRN_DATA_DIR: join(folder, 'data'), ...variables }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile('node', ['dist/server/main.js', ...options], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
    })
  })
}

it('reports errors of its configuration', async () => {
  const { code, output } = await refusedStart({ PORT: 'http', LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(output).toContain('PORT must be a port number from 0 to 65535, not "http"')
  expect(output).toContain('LOG_LEVEL must be one of')
})

it('reports in one sentence what its operator has to fix, and creates nothing', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await writeFile(join(folder, 'file'), '')
  const free = { PORT: String(await freePort()) }
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: String(port) }, /^Port \d+ of 127\.0\.0\.1 is used by another program: .*\.\n$/],
    [{ ...free, CAIRN_DATA_DIR: '/proc/nope' }, /^Cairn cannot make its data folder .*\.\n$/],
    [
      { ...free, CAIRN_DATA_DIR: join(folder, 'file') },
      /^Cairn cannot make .* \(a file has .*\.\n$/,
    ],
    [{ ...free, CAIRN_DATA_DIR: join(folder, 'file', 'a') }, /^Cairn cannot make .*\.\n$/],
  ]
  for (const [variables, sentence] of cases) {
    const { code, output } = await refusedStart(variables)
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
  }
  const misspelt = await refusedStart(free, '--dmeo')
  expect(misspelt).toEqual({
    code: 1,
    output: 'The service has no option "--dmeo": it takes --demo.\n',
  })
  taken.close()
  expect(await readdir(folder)).toEqual(['file'])
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  'leaves no process behind on %s while it starts',
  async (signal) => {
    const dataDir = join(folder, 'data')
    const env = { ...process.env, CAIRN_DATA_DIR: dataDir, PORT: String(await freePort()) }
    const child = spawn('node', ['dist/server/main.js'], { env, stdio: 'ignore' })
    await expect.poll(() => existsSync(join(dataDir, 'owner', '1')), { timeout: 30_000 }).toBe(true)
    child.kill(signal)
    await once(child, 'exit')
    await expect.poll(() => processesOf(dataDir), { timeout: 15_000 }).toEqual([])
  },
)

/** Returns the processes with a folder among their arguments. */
function processesOf(dataDir: string): string[] {
  const { stdout } = spawnSync('pgrep', ['-af', dataDir], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line && !line.includes('pgrep'))
}

// Without root all tests run as a normal user.
if (asRoot) {
  it('runs as a normal user', async () => {
    const home = join(folder, 'home')
    await mkdir(home, { mode: 0o700 })
    await chmod(folder, 0o755)
    await chown(home, nobody, nobody)
    const service = await start(join(home, 'data'), { uid: nobody })
    expect(service.output()).not.toContain('refuses to run as root')
  })
}
