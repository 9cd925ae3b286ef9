import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EvidenceS3 } from '#server/platform/evidence-s3.ts'
import { parseS3Location } from '#server/platform/evidence-config.ts'
import { startS3Server } from '#server/testing/evidence-stores.ts'
import { signInAtProvider, startIdentityProvider } from '#server/testing/identity-provider.ts'
import { connectTo } from '#server/testing/nodes.ts'
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts'
import { freePort, type Service, startService } from './service.ts'
import { timeoutMs } from './survive/length.ts'
import { attest, firstKey, startWriters } from './survive/writers.ts'

/** Whether the whole demo is backed up, as in `npm run drill`, or what the writers stored. */
const isWhole = process.env['DRILL'] === 'whole'
/** Written past the test runner, which would put a heading above each line. */
const report = (line: string) => isWhole && process.stdout.write(`${line}\n`)

let folder: string
/** Closed at the end, the last first. */
const closers: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-drill-'))
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A database, a folder and a part of a bucket: what an instance stands on. */
interface Site {
  postgres: ExternalPostgres
  url: string
  env: Record<string, string>
  services: Service[]
}

it(
  'restores elsewhere, from a backup under eight writers, all that was acknowledged before',
  async () => {
    const port = await freePort()
    const host = `http://localhost:${port}`
    const provider = await startIdentityProvider(host, {
      nina: { preferred_username: 'nina', groups: ['admins'] },
    })
    closers.push(provider.close)
    const bucket = await startS3Server()
    closers.push(bucket.close)
    const { accessKeyId, secretAccessKey } = bucket.credentials

    const makeSite = async (name: string): Promise<Site> => {
      const postgres = await startExternalPostgres(join(folder, name, 'postgres'))
      const prefix = `drill-${name}-${randomBytes(6).toString('hex')}`
      const url = `s3://${bucket.bucket}/${prefix}?endpoint=${bucket.endpoint}`
      const env = {
        ...provider.environment,
        CAIRN_OIDC_GROUPS: 'admins=my-company:admin',
        CAIRN_SECRET: 'the same secret in all processes',
        CAIRN_DATA_DIR: join(folder, name, 'data'),
        DATABASE_URL: postgres.url,
        CAIRN_EVIDENCE: url,
        CAIRN_EVIDENCE_KEY_ID: accessKeyId,
        CAIRN_EVIDENCE_SECRET: secretAccessKey,
      }
      return { postgres, url, env, services: [] }
    }
    const startProcesses = async ({ env, services }: Site) => {
      for (const at of [port, undefined])
        services.push(await startService(env['CAIRN_DATA_DIR'] ?? '', { port: at, env }))
    }
    const destroy = async ({ services, postgres, url, env }: Site) => {
      for (const service of services.splice(0)) await service.kill()
      await postgres.stop()
      const place = parseS3Location(url)!
      const store = new EvidenceS3(place, bucket.credentials, join(folder, 'incoming'))
      let files = 0
      for await (const { sha256 } of store.list())
        files += Number(await store.remove(sha256, Number.POSITIVE_INFINITY))
      await rm(join(env['CAIRN_DATA_DIR'] ?? '', '..'), { recursive: true, maxRetries: 20 })
      return files
    }

    const from = await makeSite('from')
    closers.push(() => (from.services.length > 0 ? destroy(from) : Promise.resolve()))
    await startProcesses(from)
    const key = from.services.map(firstKey).join('')
    if (isWhole)
      report((await command(from, 'demo', 'load', 'my-company')).split('\n').at(-1) ?? '')
    expect(await signIn(host, 'nina')).toEqual(['nina', 'admin'])
    for (let number = 0; number < 8; number += 1)
      expect(await attest(host, key, `b-file-${number}`, 200_000)).toBe(201)
    const writers = startWriters(
      from.services.map((service) => service.host),
      key,
      'b',
    )
    await expect.poll(() => writers.acknowledged.length).toBeGreaterThan(100)
    const before = [...writers.acknowledged]
    const file = join(folder, 'cairn.backup')
    await command(from, 'backup', file)
    await writers.stop()
    const after = writers.acknowledged.length - before.length
    report(`${before.length} writes were acknowledged before, ${after} meanwhile`)
    expect(after).toBeGreaterThan(0)
    report(`The backup has ${(await stat(file)).size} bytes`)
    const removed = await destroy(from)
    expect(removed).toBeGreaterThanOrEqual(8)
    report(`Destroyed: both processes, the database, ${removed} files of the bucket`)

    const to = await makeSite('to')
    closers.push(() => destroy(to))
    await command(to, 'restore', file)
    const verified = await command(to, 'verify')
    report(verified)
    expect(verified).toMatch(/ 0 faults\.\n[^]* 0 missing, 0 damaged; [^\n]*$/)
    await startProcesses(to)
    expect(to.services.map(firstKey).join('')).toBe('')
    expect(await signIn(host, 'nina')).toEqual(['nina', 'admin'])
    const stored = await timesStored(to.postgres.url)
    const lost = before.filter((name) => !stored.has(name))
    const doubled = [...stored].filter(([, times]) => times !== 1)
    report(`Signed in as before. Acknowledged before the backup and lost: ${lost.length}`)
    expect([lost, doubled]).toEqual([[], []])
    for (const service of to.services)
      expect(await attest(service.host, key, `b-after-${service.port}`, 1000)).toBe(201)
  },
  timeoutMs,
)

/** Runs a command beside the processes of a site: without blocking what they call here. */
async function command({ env }: Site, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('node', ['dist/server/cairn.js', ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
  })
  return stdout.trim()
}

/** Signs in as a browser would. @returns the user's name, and their role in my-company */
async function signIn(host: string, user: string): Promise<[name: string, role: string]> {
  const cookiesOf = (answer: Response) =>
    answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const begun = await fetch(`${host}/sign-in/oidc`, { redirect: 'manual' })
  const callback = await signInAtProvider(begun.headers.get('location') ?? '', user)
  const done = await fetch(callback, { headers: { cookie: cookiesOf(begun).join('; ') } })
  const cookie = cookiesOf(done).find((one) => one.startsWith('cairn_session=')) ?? ''
  const answer = await fetch(`${host}/api/v2/cairn/session`, { headers: { cookie } })
  const session = (await answer.json()) as {
    user: { name: string }
    organizations: { name: string; role: string }[]
  }
  const own = session.organizations.find(({ name }) => name === 'my-company')
  return [session.user.name, own?.role ?? '']
}

/** How often the reports of the writers are stored, by their names. */
async function timesStored(url: string): Promise<Map<string, number>> {
  const client = await connectTo(url)
  const { rows } = await client.query<{ name: string; times: number }>(
    "select name, count(*)::int as times from attestation where name ~ '^bw\\d' group by name",
  )
  await client.end()
  return new Map(rows.map(({ name, times }) => [name, times]))
}
