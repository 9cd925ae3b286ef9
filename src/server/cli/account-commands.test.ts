import { Command } from 'commander'
import { expect, it, onTestFinished, vi } from 'vitest'
import { populatedDatabase } from '#server/testing/global-database.ts'
import { makeDatabase, rowsOf } from '#server/testing/own-database.ts'
import { addAccountCommands } from './account-commands.ts'

/** Runs commands on a database of its own, with a user for each role and the organization acme. */
async function startCommands() {
  const { connection, drop } = await makeDatabase(populatedDatabase)
  onTestFinished(drop)
  const { host, port, user, password, database } = connection
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) })
  if (typeof password === 'string') query.set('password', password)
  vi.stubEnv('DATABASE_URL', `postgres:///${database}?${query}`)
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
