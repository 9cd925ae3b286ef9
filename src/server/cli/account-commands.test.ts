import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { startCommands } from '#server/testing/commands.ts'
import { addAccountCommands } from './account-commands.ts'

const start = () => startCommands(addAccountCommands)

it.each(['notmail', 'zed@x.example, <script>', ' ', '', 'zed@x\t.example', 'zed@x.example\n'])(
  'adds no user with the e-mail address %j',
  async (email) => {
    const { run, rows } = await start()
    const refusal = `OperatorError: ${JSON.stringify(email)} is not an e-mail address`
    expect(await run('user', 'add', 'zed', '--email', email)).toEqual([refusal])
    expect(await run('user', 'add', 'reader', '--email', email)).toEqual([refusal])
    expect(await rows('select name from user_account where email is not null')).toEqual([])
  },
)

it('says that the e-mail address of a user was changed, but not where it was the same', async () => {
  const { run } = await start()
  const add = (email: string) => run('user', 'add', 'zed', '--email', email)
  expect(await add('zed@x.example')).toEqual(['Added the user zed.'])
  expect(await add('zed@x.example')).toEqual(['The user zed exists.'])
  expect(await add('zed@y.example')).toEqual([
    'The user zed exists.',
    'Changed the e-mail address to zed@y.example.',
  ])
})

it('says that an organization that exists got another admin, but not where they were one', async () => {
  const { run } = await start()
  const add = (owner: string) => run('org', 'add', 'initech', '--owner', owner)
  expect(await add('admin')).toEqual(['Added the organization initech.'])
  expect(await add('admin')).toEqual(['The organization initech exists.'])
  const made = ['The organization initech exists.', 'Made reader admin of it.']
  expect(await add('reader')).toEqual(made)
  expect(await add('reader')).toEqual(made.slice(0, 1))
})

it('adds no user with a key that cannot be imported', async () => {
  const { run, rows } = await start()
  const folder = await mkdtemp(join(tmpdir(), 'cairn-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'key')
  await writeFile(file, 'old.key.of.a-pipeline\n')
  const add = (name: string, ...options: string[]) => run('user', 'add', name, ...options)
  const withFile = ['--api-key-file', file]
  expect(await add('robin', ...withFile)).toEqual(['Added the user robin.', 'Imported the key.'])
  expect(await add('robin', ...withFile)).toEqual([
    'The user robin exists.',
    'The key was imported before.',
  ])
  const none = join(folder, 'none')
  for (const [refusal, ...options] of [
    [
      `--api-key-file must name a file that can be read, not "${none}" (ENOENT)`,
      '--api-key-file',
      none,
    ],
    ['A key has 16 to 512 visible ASCII characters', '--api-key', 'weak'],
    ['This key belongs to somebody else', ...withFile],
    ["'--api-key <key>' cannot be used with option '--api-key-file", ...withFile, '--api-key', 'x'],
  ] as const)
    expect(await add('zed', ...options)).toEqual([expect.stringContaining(refusal)])
  expect(await rows("select from user_account where name = 'zed'")).toEqual([])
})

it('makes no member with the name of a service account, wherever the person was made', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const account = { name: 'deploy', privilege: 'member' }
  await app.call('POST', '/service-accounts/acme', { key: 'admin', json: account })
  const person = { name: 'deploy', role: 'reader', create: true }
  const made = await app.call('POST', '/cairn/globex/members', { key: 'outsider', json: person })
  expect(made.status).toBe(201)
  const { run } = await startCommands(addAccountCommands, { connection: app.connection })
  const [refusal] = await run('member', 'add', 'acme', 'deploy', '--role', 'reader')
  expect(refusal).toContain("A service account of 'acme' is named 'deploy'")
})

it('makes no database for what it would find nothing in', async () => {
  const { run } = await start()
  const folder = await mkdtemp(join(tmpdir(), 'cairn-none-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('CAIRN_DATA_DIR', folder)
  for (const words of ['user disable robin', 'key revoke robin', 'member remove acme robin'])
    expect(await run(...words.split(' '))).toEqual([expect.stringContaining('OperatorError')])
  expect(await readdir(folder)).toEqual([])
})
