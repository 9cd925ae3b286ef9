import { Command } from 'commander'
import type pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { populatedDatabase } from './global-database.ts'
import { makeDatabase, rowsOf } from './own-database.ts'

/** A connection as a URL, as `DATABASE_URL` names it; the host may be the folder of a socket. */
export function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port), user: String(user) })
  if (typeof password === 'string') query.set('password', password)
  return `postgres:///${database}?${query}`
}

/** Makes a database with a user for each role and the organization acme, for one test. */
async function ownDatabase(): Promise<pg.ClientConfig> {
  const { connection, drop } = await makeDatabase(populatedDatabase)
  onTestFinished(drop)
  return connection
}

/**
 * Runs commands in this process, for one test.
 * @param addCommands - what adds them to a program
 * @param on - the database, by default one of their own, and variables besides it and the secret
 */
export async function startCommands(
  addCommands: (program: Command) => void,
  on: { connection?: pg.ClientConfig; environment?: Record<string, string> } = {},
) {
  const connection = on.connection ?? (await ownDatabase())
  const settings = {
    ...{ DATABASE_URL: urlOf(connection), CAIRN_SECRET: 'x'.repeat(32) },
    ...on.environment,
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  /** Returns the lines that a command prints, also before it fails. */
  const run = async (...words: string[]) => {
    print.mockClear()
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
    addCommands(program)
    const failure: unknown[] = await program.parseAsync(words, { from: 'user' }).then(
      () => [],
      (error: unknown) => [String(error)],
    )
    return [...print.mock.calls.flat(), ...failure]
  }
  return { run, rows: (statement: string) => rowsOf(connection, statement) }
}
