import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tagOfContent, tagsOf } from '#server/request/entity-tag.ts'
import { acceptedEncoding, type Encoding } from './compressed.ts'

/** Types of the files that the build makes; another one has to be added here. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Endings of the compressed forms that the build makes beside a file. */
const extensions: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * Names of assets contain a hash of their content. Worker threads have the policy of their own file:
 * ours request nothing and evaluate no text.
 */
const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
}

/** One form of a file, with its entity tag and all its headers. */
interface Form {
  bytes: Buffer
  etag: string
  headers: Record<string, string>
}

/** Built files in memory, by path: the same bytes for everybody, so each is read once. */
export class BuiltFiles {
  readonly #files: ReadonlyMap<string, ReadonlyMap<string, Form>>

  private constructor(files: ReadonlyMap<string, ReadonlyMap<string, Form>>) {
    this.#files = files
  }

  /** Reads the files of a folder that are sent as they are, with the compressed forms that there are. */
  static async read(folder: string): Promise<BuiltFiles> {
    const names = new Set(await readdir(folder, { recursive: true }))
    const files = new Map<string, Map<string, Form>>()
    for (const name of names) {
      const type = mediaTypes[extname(name)]
      if (!type) continue
      const headers = { 'content-type': type, ...(name.startsWith('assets/') && assetHeaders) }
      const forms = new Map([['identity', formOf(await readFile(join(folder, name)), headers)]])
      for (const [encoding, extension] of Object.entries(extensions)) {
        const compressed = name + extension
        if (!names.has(compressed)) continue
        forms.set(encoding, formOf(await readFile(join(folder, compressed)), headers, encoding))
      }
      files.set(`/${name}`, forms)
    }
    return new BuiltFiles(files)
  }

  /** Answers with the file of a path, in a form that the client accepts; false if there is none. */
  send(path: string, request: FastifyRequest, reply: FastifyReply): boolean {
    const forms = this.#files.get(path)
    if (!forms) return false
    const form = forms.get(acceptedEncoding(request) ?? 'identity') ?? forms.get('identity')
    if (!form) return false
    reply.headers(form.headers)
    const { 'if-none-match': known } = request.headers
    if (known && tagsOf(known).includes(form.etag)) reply.code(304).send()
    else reply.send(form.bytes)
    return true
  }
}

function formOf(bytes: Buffer, headers: Record<string, string>, encoding?: string): Form {
  const etag = tagOfContent(bytes)
  return {
    bytes,
    etag,
    headers: {
      ...headers,
      ...(encoding && { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      etag,
    },
  }
}
