import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import type { MultipartBody } from '#contract/common/endpoint.ts'
import type { EvidenceReceiver, ReceivedFile } from '#server/platform/evidence-store.ts'
import { writeFailure } from '#server/platform/failure.ts'
import { Problem, fieldProblem } from '#server/platform/problem.ts'
import { isStorable } from '#server/platform/storable-text.ts'

const maxJson = 512 * 1024
const maxFile = 10 * 1024 * 1024
const maxName = 255

/** The parts of a multipart request: bytes of the JSON part, and the file if one was sent. */
export interface Parts {
  json: Buffer
  file: { name: string; text: string } | ReceivedFile | null
}

/** Content of a part without a file name that means no file, as clients and forms send it. */
const absentTexts = ['', 'null']
const absentFiles = absentTexts.map((text) => createHash('sha256').update(text).digest('hex'))

interface FilePart extends Readable {
  truncated?: boolean
}

/**
 * Reads a `multipart/form-data` body. The JSON part is found by its name, with or without a file
 * name; other parts are skipped.
 * @throws Problem 400 for a missing, repeated or truncated part, 413 for one that is too large
 */
export async function readMultipart(
  content: Readable,
  headers: IncomingHttpHeaders,
  body: MultipartBody,
  evidence: EvidenceReceiver,
): Promise<Parts> {
  const parser = parserFor(headers)
  const seen = new Set<string>()
  const work: Promise<void>[] = []
  const open: Readable[] = []
  let json: Buffer | null = null
  let file: Parts['file'] = null
  let isOver = false

  const take = async (name: string, part: FilePart, fileName: string | undefined) => {
    if (name === body.part) {
      json = await readBytes(part, maxJson, `Part '${body.part}'`, '512 KiB')
    } else if (body.file.keep === 'evidence') {
      const received = await evidence.receive(fileName || name, part)
      if (fileName || !absentFiles.includes(received.sha256)) file = received
      else await received.discard()
    } else {
      const bytes = await readBytes(part, maxFile, `File '${fileName || name}'`, '10 MB')
      const text = decode(bytes, name)
      if (fileName || !absentTexts.includes(text)) file = { name: fileName || name, text }
    }
    if (part.truncated) throw tooLarge(`File '${fileName || name}'`, '10 MB')
  }

  const admit = async (name: string, part: FilePart, fileName: string | undefined) => {
    if (name !== body.part && name !== body.file.name) return void part.resume()
    if (seen.has(name)) throw fieldProblem(name, 'Part may be sent only once', name)
    seen.add(name)
    if (!isStorable(fileName ?? ''))
      throw fieldProblem(name, 'File name may not hold U+0000 or a lone surrogate', fileName)
    if ((fileName ?? '').length > maxName)
      throw fieldProblem(name, `File name should have at most ${maxName} characters`, fileName)
    await take(name, part, fileName)
  }
  const failed = new Promise<never>((_resolve, reject) => {
    parser.on('file', (name: string, part: FilePart, fileName: string | undefined) => {
      part.on('error', reject)
      // The parser may still find parts in its buffer after the failure.
      if (isOver) return void part.resume()
      open.push(part)
      const done = admit(name, part, fileName)
      done.catch(reject)
      work.push(done)
    })
    parser.once('error', reject)
    content.once('error', reject)
    const closed = () => {
      if (!content.readableEnded) reject(new Error('the request ended early'))
    }
    // A client that left before this point emits no further event.
    if (content.destroyed) closed()
    else content.once('close', closed)
  })

  try {
    const parsed = new Promise<void>((resolve) => parser.once('finish', resolve))
    content.pipe(parser)
    await Promise.race([parsed, failed])
    await Promise.race([Promise.all(work), failed])
    if (json === null) throw fieldProblem(body.part, 'Field required')
    return { json, file }
  } catch (error) {
    // The rest of the body is read and dropped, so that the client sees the answer.
    isOver = true
    content.unpipe(parser)
    content.resume()
    // With an error: without one, a reader waits for ever for the end of a part.
    for (const part of open) part.destroy(new Error('the request was refused'))
    await Promise.allSettled(work)
    await discard(file)
    throw asProblem(error, headers)
  }
}

function parserFor(headers: IncomingHttpHeaders): Writable {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      // Some clients give the JSON part a file name, others give the file none.
      isPartAFile: () => true,
      limits: { fileSize: maxFile, files: 20, parts: 20, headerPairs: 50, headerSize: 16 * 1024 },
    })
  } catch (error) {
    const reason = `Input should be valid multipart: ${(error as Error).message}`
    throw fieldProblem('body', reason, headers['content-type'])
  }
}

async function readBytes(part: FilePart, limit: number, what: string, limitText: string) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  if (size > limit) throw tooLarge(what, limitText)
  return Buffer.concat(chunks)
}

function tooLarge(what: string, limit: string): Problem {
  return new Problem(413, `${what} is too large: the limit is ${limit}`)
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fieldProblem(name, 'File should be UTF-8 text', bytes.toString('utf8'))
  }
}

function asProblem(reason: unknown, headers: IncomingHttpHeaders): unknown {
  if (reason instanceof Problem) return reason
  const { message, code } = reason as NodeJS.ErrnoException
  // A disk error is ours; any other is a body that ends early or is malformed.
  if (code?.startsWith('E') && code !== 'ECONNRESET' && !code.startsWith('ERR_'))
    return writeFailure(reason)
  const text = `Input should be complete multipart: ${message}`
  return fieldProblem('body', text, headers['content-type'])
}

/** Discards an uploaded file unless it was stored. */
export async function discard(file: Parts['file'] | undefined): Promise<void> {
  if (file && 'discard' in file) await file.discard()
}
