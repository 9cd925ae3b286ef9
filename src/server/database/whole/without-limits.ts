import pg from 'pg'

/**
 * Runs work on a connection of its own without time limits. A server may limit all statements, and
 * what has no limit here is as large as the database.
 */
export async function withoutLimits<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ keepAlive: true, ...connection })
  // An error of the connection fails the query, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    return await work(client)
  } finally {
    // Of a transaction without a commit nothing stays.
    await client.end().catch(() => undefined)
  }
}
