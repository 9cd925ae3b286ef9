import pg from 'pg'
import { OperatorError } from '#server/platform/failure.ts'

const NOT_NOW = '57P03'
const ANSWER_MS = 15_000

/**
 * Probes whether the server takes connections: `busy` while it starts or stops, `unreachable` if
 * nothing listens.
 * @throws if a connection is refused or not answered for another reason
 */
export async function probe(connection: pg.ClientConfig): Promise<'open' | 'busy' | 'unreachable'> {
  const client = { ...connection, database: 'postgres', connectionTimeoutMillis: ANSWER_MS }
  try {
    await withClient(client, async () => {})
    return 'open'
  } catch (error) {
    const code = codeOf(error)
    if (code === NOT_NOW || isCutOff(error)) return 'busy'
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'unreachable'
    // It runs, if only to say that it is full.
    if (error instanceof pg.DatabaseError) return 'open'
    if (code === 'EACCES' || code === 'EPERM')
      throw new OperatorError(
        `The running database cannot be reached at ${connection.host}: run the command as the user ` +
          'of the service, or as root.',
        { cause: error },
      )
    throw new OperatorError(`The running database at ${connection.host} does not answer.`, {
      cause: error,
    })
  }
}

/** Counts other sessions of the server; null if it cannot be queried. */
export async function countSessions(connection: pg.ClientConfig): Promise<number | null> {
  const client = { ...connection, database: 'postgres', connectionTimeoutMillis: ANSWER_MS }
  let count = 0
  const others =
    "SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
  try {
    await withClient(client, async (session) => {
      count = (await session.query(others)).rowCount ?? 0
    })
    return count
  } catch {
    return null
  }
}

function isCutOff(error: unknown): boolean {
  if (['ECONNRESET', 'EPIPE'].includes(codeOf(error))) return true
  return error instanceof Error && error.message === 'Connection terminated unexpectedly'
}

/** Opens a connection for one piece of work. */
export async function withClient(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection)
  // A server that goes away in between fails the work, not the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
