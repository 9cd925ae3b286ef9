import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, it, onTestFinished, vi } from 'vitest'
import { populatedDatabase } from '#server/testing/global-database.ts'
import { makeDatabase, rowsOf } from '#server/testing/own-database.ts'
import { urlOf } from '#server/testing/url-of.ts'
import { addAccountCommands } from './account-commands.ts'

/** Runs commands on a database of its own, with a user for each role and the organization acme. */
async function startCommands() {
  const { connection, drop } = await makeDatabase(populatedDatabase)
  onTestFinished(drop)
  vi.stubEnv('DATABASE_URL', urlOf(connection))
  vi.stubEnv('CAIRN_SECRET', 'x'.repeat(32))
  onTestFinished(() => void vi.unstubAllEnvs())
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  /** Returns the lines that a command prints, also before it fails. */
  const run = async (...words: string[]) => {
    print.mockClear()
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
    addAccountCommands(program)
    const failure: unknown[] = await program.parseAsync(words, { from: 'user' }).then(
      () => [],
      (error: unknown) => [String(error)],
    )
    return [...print.mock.calls.flat(), ...failure]
  }
  return { run, rows: (statement: string) => rowsOf(connection, statement) }
}

it.each(['notmail', 'zed@x.example, <script>', ' ', '', 'zed@x\t.example', 'zed@x.example\n'])(
  'adds no user with the e-mail address %j',
  async (email) => {
    const { run, rows } = await startCommands()
    const refusal = `OperatorError: ${JSON.stringify(email)} is not an e-mail address`
    expect(await run('user', 'add', 'zed', '--email', email)).toEqual([refusal])
    expect(await run('user', 'add', 'reader', '--email', email)).toEqual([refusal])
    expect(await rows('select name from user_account where email is not null')).toEqual([])
  },
)

it('says that the e-mail address of a user was changed, but not where it was the same', async () => {
  const { run } = await startCommands()
  const add = (email: string) => run('user', 'add', 'zed', '--email', email)
  expect(await add('zed@x.example')).toEqual(['Added the user zed.'])
  expect(await add('zed@x.example')).toEqual(['The user zed exists.'])
  expect(await add('zed@y.example')).toEqual([
    'The user zed exists.',
    'Changed the e-mail address to zed@y.example.',
  ])
})

it('says that an organization that exists got another admin, but not where they were one', async () => {
  const { run } = await startCommands()
  const add = (owner: string) => run('org', 'add', 'initech', '--owner', owner)
  expect(await add('admin')).toEqual(['Added the organization initech.'])
  expect(await add('admin')).toEqual(['The organization initech exists.'])
  const made = ['The organization initech exists.', 'Made reader admin of it.']
  expect(await add('reader')).toEqual(made)
  expect(await add('reader')).toEqual(made.slice(0, 1))
})

it('adds no user with a key that cannot be imported', async () => {
  const { run, rows } = await startCommands()
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
