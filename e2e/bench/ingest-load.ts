import { randomBytes } from 'node:crypto'
import { Pool } from 'undici'

const boundary = 'bench'
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** Builds the body of a report: its data and, if wanted, a file that no other report has. */
export function reportBody(name: string, evidenceBytes: number, fields: object = {}): Buffer {
  const part = (field: string, file = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${file}\r\n\r\n`
  const sent = { attestation_name: name, is_compliant: true, user_data: { run: 7 }, ...fields }
  const data = JSON.stringify(sent)
  const file =
    evidenceBytes > 0
      ? [
          Buffer.from(`\r\n${part('attachment_file', '; filename="log.txt"')}`),
          randomBytes(evidenceBytes),
        ]
      : []
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  return Buffer.concat([Buffer.from(part('data_json') + data), ...file, end])
}

/** Posts one report. @throws Error unless it is accepted */
export async function post(
  pool: Pool,
  path: string,
  body: Buffer,
  authorization: string,
): Promise<void> {
  const sent = { method: 'POST', headers: { ...headers, authorization }, body, path } as const
  const response = await pool.request(sent)
  const text = await response.body.text()
  if (response.statusCode !== 201) throw new Error(`${path} was answered ${text}`)
}

/** Sends reports one after the other from each of some writers. @returns how many were accepted */
export async function load(
  origin: string,
  writers: number,
  seconds: number,
  send: (pool: Pool, writer: number, number: number) => Promise<void>,
): Promise<number> {
  const pool = new Pool(origin, { connections: writers })
  const end = performance.now() + seconds * 1_000
  let accepted = 0
  const write = async (writer: number) => {
    for (let number = 0; performance.now() < end; number += 1) {
      await send(pool, writer, number)
      accepted += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await pool.close()
  return accepted
}
