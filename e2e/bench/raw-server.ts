import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import pg from 'pg'

/** Settings of the peer: where the database and the files are, and rows to repeat. */
export interface RawSettings {
  connection: pg.ClientConfig
  port: number
  folder: string
  /** One row of each table in the schema `raw`, by table. */
  rows: Record<RawTable, object>
}

/** The tables that a report adds a row to, or replaces one in. */
export const rawTables = [
  'attestation',
  'attestation_delta',
  'current_attestation',
  'trail_event',
  'trail_status',
  'record',
] as const
type RawTable = (typeof rawTables)[number]

const replacing: Partial<Record<RawTable, string>> = {
  current_attestation: `on conflict (org_id, trail_id, scope, name)
    do update set attestation_id = excluded.attestation_id`,
  trail_status: `on conflict (org_id, trail_id) do update set state = excluded.state,
    status = excluded.status, evaluated_at = excluded.evaluated_at`,
}

const insert = `with ${rawTables
  .map(
    (table, index) => `${table} as (insert into raw.${table}
      select * from json_populate_record(null::raw.${table}, $${index + 1}) ${replacing[table] ?? ''})`,
  )
  .join(', ')}
  insert into raw.record_pending (org_id, record_id) values ($${rawTables.length + 1}, $${rawTables.length + 2})`

interface Part {
  name: string
  bytes: Buffer
}

async function partsOf(request: IncomingMessage): Promise<Part[]> {
  const parser = new Busboy({
    headers: request.headers as BusboyHeaders,
    isPartAFile: () => true,
  })
  const parts: Promise<Part>[] = []
  parser.on('file', (name, stream) => {
    parts.push(buffer(stream).then((bytes) => ({ name, bytes })))
  })
  const done = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve).once('error', reject)
  })
  request.pipe(parser)
  await done
  return Promise.all(parts)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

/** Stores a file under its hash, as durable as the service does. */
async function store(folder: string, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const [from, to] = [join(folder, randomUUID()), join(folder, hash.slice(0, 2), hash)]
  await mkdir(dirname(to), { recursive: true })
  const handle = await open(from, 'w')
  await handle.writeFile(bytes)
  await handle.sync()
  await handle.close()
  await rename(from, to)
  await sync(dirname(to))
  return hash
}

/** Ids in the order of time, as those of the service. */
const newId = () => `${Date.now().toString(16).padStart(12, '0')}-${randomUUID()}`

/** The least that could accept reports: it parses, stores the file, inserts the rows, and answers. */
function serve({ connection, port, folder, rows }: RawSettings): void {
  const pool = new pg.Pool({ ...connection, max: 20 })
  const accept = async (request: IncomingMessage) => {
    const parts = await partsOf(request)
    const { attestation_name: name } = JSON.parse(
      String(parts.find((part) => part.name === 'data_json')?.bytes),
    ) as { attestation_name: string }
    const file = parts.find((part) => part.name === 'attachment_file')
    const evidence_sha256 = file ? await store(folder, file.bytes) : null
    const [id, record, trail_id] = [newId(), newId(), request.url?.slice(1) ?? '']
    const changed: Record<RawTable, object> = {
      attestation: { id, trail_id, name, evidence_sha256 },
      attestation_delta: { id, name },
      current_attestation: { trail_id, name, attestation_id: id },
      trail_event: { id: newId(), trail_id },
      trail_status: { trail_id },
      record: { id: record },
    }
    const values = rawTables.map((table) => JSON.stringify({ ...rows[table], ...changed[table] }))
    const { org_id } = rows.attestation as { org_id: string }
    await pool.query({ name: 'insert', text: insert, values: [...values, org_id, record] })
  }
  createServer((request, response) => {
    accept(request).then(
      () => response.writeHead(201).end('"OK"'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(port, '127.0.0.1', () => process.send?.('ready'))
}

process.once('message', (settings: RawSettings) => serve(settings))
