import type { FastifyReply } from 'fastify'
import type { FileAnswer } from '../handler.ts'

/** RFC 6266: a plain name for old clients, the real one percent-encoded. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Answers with a file, always as a download that no browser sniffs (wire.md 21). */
export function sendFile(reply: FastifyReply, result: unknown): FastifyReply {
  const { content, name, size, type, headers = {} } = result as FileAnswer
  if (size !== null) reply.header('content-length', size)
  const stored = /\.(tgz|tar\.gz)$/.test(name) ? 'application/gzip' : 'application/octet-stream'
  return reply
    .headers(headers)
    .header('content-type', type ?? stored)
    .header('content-disposition', disposition(name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
}
