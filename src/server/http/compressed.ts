import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Content = string | Buffer

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Functions that compress, at once or in another thread; the better one first. */
const compressors = {
  br: {
    now: (content: Content) => brotliCompressSync(content, brotli),
    apart: (content: Content) => toBrotli(content, brotli),
  },
  gzip: {
    now: (content: Content) => gzipSync(content),
    apart: (content: Content) => toGzip(content),
  },
}

/** A compressed form, as `Content-Encoding` names it. */
export type Encoding = keyof typeof compressors
const encodings = Object.keys(compressors) as Encoding[]

/** Length from which on a compressed form saves a packet. */
const worthwhile = 1_024
/** Length up to which another thread takes longer to begin than to compress: 0.5 ms. */
const short = 32 * 1_024

/** Returns the best compressed form that a client accepts; null for none. */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | null {
  const accepted = headers['accept-encoding']
  return accepted ? (negotiate(accepted, encodings) as Encoding | null) : null
}

/**
 * Sends a text that was read, in a form that the client accepts. Only for answers without secrets:
 * the length of a compressed one tells whether it repeats what somebody else put into it (BREACH).
 */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): FastifyReply | Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  const encoding = content.length < worthwhile ? null : acceptedEncoding(request)
  if (encoding === null) return reply.send(content)
  // A strong tag is of these bytes alone, and each form has others (RFC 9110, section 8.8.1).
  const etag = reply.getHeader('etag')
  if (etag !== undefined) reply.header('etag', `W/${String(etag)}`)
  reply.header('content-encoding', encoding)
  const { now, apart } = compressors[encoding]
  if (content.length <= short) return reply.send(now(content))
  return apart(content).then((bytes) => reply.send(bytes))
}
