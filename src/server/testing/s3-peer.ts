import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An object of the peer. */
interface StoredObject {
  content: Buffer
  /** Base64, if the put had one. */
  checksum: string | undefined
  modifiedAt: Date
}

/** Keys of the peer's only account, and its bucket. */
export const peerAccount = { accessKeyId: 'peer-account', secretAccessKey: 'peer-secret' }
export const peerBucket = 'evidence'

const pageSize = 3

/**
 * A small server that speaks the part of S3 that stores of evidence use, with conditional puts,
 * checksums and pages of three objects. It knows accounts, but checks no signature.
 */
export async function startS3Peer() {
  const objects = new Map<string, StoredObject>()
  const server = createServer((request, response) => {
    answer(objects, request, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  objects: Map<string, StoredObject>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
  const refuse = (status: number, code: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message/></Error>`)
  }
  const content = await buffer(request)
  if (!request.headers.authorization?.includes(`Credential=${peerAccount.accessKeyId}/`))
    return refuse(403, 'InvalidAccessKeyId')
  const [, bucket, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? []
  if (bucket !== peerBucket) return refuse(404, 'NoSuchBucket')
  if (key === '') return sendPage(objects, searchParams, response)
  const found = objects.get(key)
  if (request.method === 'PUT') {
    if (request.headers['if-none-match'] === '*' && found) return refuse(412, 'PreconditionFailed')
    const checksum = request.headers['x-amz-checksum-sha256'] as string | undefined
    if (checksum && checksum !== createHash('sha256').update(content).digest('base64'))
      return refuse(400, 'BadDigest')
    objects.set(key, { content, checksum, modifiedAt: new Date() })
    response.end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (!found) refuse(404, 'NoSuchKey')
  else {
    response.writeHead(200, {
      'content-length': found.content.length,
      'last-modified': found.modifiedAt.toUTCString(),
      ...(found.checksum && { 'x-amz-checksum-sha256': found.checksum }),
    })
    response.end(request.method === 'HEAD' ? '' : found.content)
  }
}

function sendPage(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, pageSize)
  const next = keys.length > page.length ? page.at(-1) : undefined
  const contents = page.map((key) => {
    const { content, modifiedAt } = objects.get(key)!
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
  })
  const token = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  response.setHeader('content-type', 'application/xml')
  response.end(`<ListBucketResult>${contents.join('')}${token}</ListBucketResult>`)
}
