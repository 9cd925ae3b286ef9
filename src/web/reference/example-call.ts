import type { Operation } from './operation.ts'
import { fieldsOf, type Named, plain, type Schema } from './schema.ts'

/** Depth at which examples stop: deeper fields are in the table. */
const maxDepth = 5

const texts: [pattern: RegExp, example: string][] = [
  [/fingerprint/, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [/commit|sha1/, '1f0c4a9b7d2e63588e1a40c9d7b6f5e4a3928170'],
  [/^org/, 'my-company'],
]

/** A sound value of a schema: what is required, and no more. */
export function exampleOf(schema: Schema, named: Named, name = 'value', depth = 0): unknown {
  const { schema: bare } = plain(schema, named)
  const branch = (bare.anyOf ?? bare.oneOf)?.at(-1)
  if (branch) return exampleOf(branch, named, name, depth)
  if (bare.const !== undefined) return bare.const
  if (bare.enum) return bare.enum[0]
  if (bare.type === 'array') {
    return depth > maxDepth ? [] : [exampleOf(bare.items ?? {}, named, name, depth + 1)]
  }
  if (bare.type === 'object') {
    const required = bare.properties ? fieldsOf(bare, named).filter((it) => it.isRequired) : []
    return Object.fromEntries(
      required.map((it) => [it.name, exampleOf(it.schema, named, it.name, depth + 1)]),
    )
  }
  if (bare.type === 'boolean') return true
  if (bare.type === 'number' || bare.type === 'integer') return Math.max(1, bare.minimum ?? 1)
  if (bare.format === 'uri') return 'https://ci.example.com/1'
  if (bare.type === 'string') {
    return texts.find(([pattern]) => pattern.test(name))?.[1] ?? name.replaceAll('_', '-')
  }
  return {}
}

/** A call of an endpoint as a command line, with what it requires. */
export function exampleCall(operation: Operation, named: Named, base: string): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = operation.pathParameters.find((it) => it.name === name)
    return encodeURIComponent(String(exampleOf(field?.schema ?? {}, named, name)))
  })
  const query = new URLSearchParams()
  for (const { name, schema, isRequired } of operation.queryParameters) {
    if (isRequired) query.append(name, String([exampleOf(schema, named, name)].flat()[0]))
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`
  const lines = [`curl${method} '${base}${path}${search}'`]
  if (operation.access !== 'anyone') lines.push('-H "Authorization: Bearer $CAIRN_KEY"')
  const { body } = operation
  if (body?.type === 'application/json') {
    lines.push("-H 'Content-Type: application/json'", `-d '${json(body.schema, named)}'`)
  } else if (body) {
    for (const part of fieldsOf(body.schema, named)) {
      const isFile = plain(part.schema, named).schema.contentMediaType !== undefined
      const value = isFile ? `@${part.name}` : json(part.schema, named)
      lines.push(`-F '${part.name}=${value}'`)
    }
  }
  return lines.join(' \\\n  ')
}

const json = (schema: Schema, named: Named) => JSON.stringify(exampleOf(schema, named))
