import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

/** Statements that a bare server runs for an answer, with the organization as "$1". */
export interface BareRead {
  statements: string[]
  /** Values from "$2" on. */
  values: string[]
}

/** Message to the process of the server. */
export interface BareSettings {
  connection: pg.ClientConfig
  port: number
  /** Name of the organization. */
  org: string
  /** Answered at their index. */
  reads: BareRead[]
}

/**
 * The least that could answer some reads: `node:http` and `pg`, one key look-up, the same rows and
 * the same total, no validation.
 */
function serve({ connection, port, org, reads }: BareSettings): void {
  const pool = new pg.Pool({ ...connection, max: 20 })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const index = Number(request.url?.slice(1))
    const { statements = [], values = [] } = reads[index] ?? {}
    const access = await pool.query({
      name: 'access',
      text: `select organization.id from api_key
        join membership on membership.user_id = api_key.user_id
        join organization on organization.id = membership.org_id
        where api_key.hash = $1 and organization.name = $2`,
      values: [createHash('sha256').update(key).digest(), org],
    })
    const orgId = access.rows[0]?.id
    if (!orgId) return void response.writeHead(401).end()
    const results = await Promise.all(
      statements.map((text, number) =>
        pool.query({ name: `${index}.${number}`, text, values: [orgId, ...values] }),
      ),
    )
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(results.map(({ rows }) => rows)))
  }
  createServer((request, response) => void answer(request, response)).listen(
    port,
    '127.0.0.1',
    () => process.send?.('ready'),
  )
}

process.once('message', (settings: BareSettings) => serve(settings))
