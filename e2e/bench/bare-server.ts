import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

/** Message to the process of the server. */
export interface BareSettings {
  connection: pg.ClientConfig
  port: number
}

/**
 * The least that could answer a flow's attestation list: `node:http` and `pg`, one key look-up, the
 * same rows and the same total, no validation.
 */
function serve({ connection, port }: BareSettings): void {
  const pool = new pg.Pool({ ...connection, max: 20 })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const [, org, flow] = /^\/(\w+)\/([\w-]+)/.exec(request.url ?? '') ?? []
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
    const [rows, total] = await Promise.all([
      pool.query({
        name: 'list',
        text: `select attestation.*, flow.name as flow_name, trail.name as trail_name
          from attestation
          join flow on flow.org_id = attestation.org_id and flow.id = attestation.flow_id
          join trail on trail.org_id = attestation.org_id and trail.id = attestation.trail_id
          where attestation.org_id = $1 and flow.name = $2
          order by attestation.created_at desc, attestation.id desc limit 20`,
        values: [orgId, flow],
      }),
      pool.query({
        name: 'count',
        text: `select coalesce((select sum(count) from attestation_total as folded
            where folded.org_id = flow.org_id and folded.flow_id = flow.id), 0)
          + coalesce((select sum(amount) from attestation_delta as waiting
            where waiting.org_id = flow.org_id and waiting.flow_id = flow.id), 0) as total
          from flow where flow.org_id = $1 and flow.name = $2`,
        values: [orgId, flow],
      }),
    ])
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: rows.rows, total: total.rows[0].total }))
  }
  createServer((request, response) => void answer(request, response)).listen(
    port,
    '127.0.0.1',
    () => process.send?.('ready'),
  )
}

process.once('message', (settings: BareSettings) => serve(settings))
