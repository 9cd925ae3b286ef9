import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { inject } from 'vitest'
import { type AppOptions, createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { Sandbox } from '#server/sandbox/sandbox.ts'
import { populatedDatabase } from './global-database.ts'
import { type Form, multipart } from './multipart.ts'
import { connectTo } from './nodes.ts'
import { makeDatabase } from './own-database.ts'

/** A request to the service under test. */
export interface TestRequest {
  /** Key name or a whole key; null sends none. Default: `member`. */
  key?: string | null
  json?: unknown
  form?: Form
  /** Body as sent, with its content type. */
  raw?: { type: string; content: string | Buffer }
  headers?: Record<string, string>
  /** The peer. Default: this machine. */
  remoteAddress?: string
}

/** An answer of the service; `body` is parsed if it is JSON. */
export interface TestAnswer {
  status: number
  // Tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
  headers: Record<string, unknown>
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

const unpackers: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/**
 * Returns the text of an answer, which is compressed only for tests that accept that; '' for the
 * answer to HEAD. @throws Error if it is not in the form that its encoding names
 */
export const textOf = (bytes: Buffer, encoding = ''): string =>
  (bytes.length > 0 ? (unpackers[encoding]?.(bytes) ?? bytes) : bytes).toString()

/** The sandbox's own limits of CPU time; a busy machine may take as long as it needs. */
const busyMachine = { step: 1_000, work: 3_000, wall: 120_000 }

/** Options of a service under test. */
interface TestAppOptions extends Pick<
  AppOptions,
  'checkSessionsMs' | 'clock' | 'feedPauses' | 'metricsPort' | 'rememberAccessFor' | 'resolve'
> {
  /** Folder of a dashboard; by default none. */
  webDir?: string
  /** Variables of its environment. */
  environment?: Record<string, string>
}

/**
 * A whole service on a database of its own, with a user for every role in the organization `acme`
 * (`admin`, `member`, `snapshotter`, `reader`), and `outsider`, who is only in `globex`.
 */
export async function startTestApp(options: TestAppOptions = {}) {
  const { connection, drop } = await makeDatabase(populatedDatabase)
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-test-app-'))
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    CAIRN_DATA_DIR: dataDir,
    ...options.environment,
  })
  const database = { connection, direct: connection }
  const keys = { ...inject('keys') }
  const sandbox = new Sandbox(busyMachine)
  // Tests change access by connections of their own, as other processes do, and ask at once.
  const app = await createApp({
    ...{ config, database, webDir: null, sandbox, rememberAccessFor: 0 },
    ...options,
  })

  // Kept open: tests query the database often.
  const client = await connectTo(connection)
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows

  const call = async (method: string, path: string, request: TestRequest = {}) => {
    const key = request.key === undefined ? 'member' : request.key
    const body = request.raw ?? bodyOf(request)
    const response = await app.server.inject({
      method: method as 'GET',
      ...(request.remoteAddress && { remoteAddress: request.remoteAddress }),
      url: path.startsWith('//') ? path.slice(1) : `/api/v2${path}`,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${keys[key] ?? key}` }),
        ...(body ? { 'content-type': body.type } : {}),
        ...request.headers,
      },
      ...(body ? { payload: body.content } : {}),
    })
    const isJson =
      method !== 'HEAD' && String(response.headers['content-type']).startsWith('application/json')
    const text = textOf(response.rawPayload, response.headers['content-encoding'])
    const answer: TestAnswer = {
      status: response.statusCode,
      body: isJson && text ? JSON.parse(text) : null,
      text,
      headers: response.headers,
    }
    return answer
  }
  return {
    call,
    /** Returns the rows of a query on the service's database. */
    query,
    keys,
    server: app.server,
    connection,
    dataDir,
    async close() {
      await app.close()
      await client.end()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function bodyOf(request: TestRequest) {
  if (request.form) return multipart(request.form)
  if (!('json' in request)) return null
  return { type: 'application/json; charset=utf-8', content: JSON.stringify(request.json) }
}
