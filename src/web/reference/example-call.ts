import type { Operation } from './operation.ts'

/** A call of an endpoint as a command line, with what it requires, from the document's examples. */
export function exampleCall(operation: Operation, base: string): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(operation.pathParameters.find((it) => it.name === name)?.example)),
  )
  const query = new URLSearchParams()
  for (const { name, isRequired, example } of operation.queryParameters) {
    if (isRequired) query.append(name, String([example].flat()[0]))
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`
  const lines = [`curl${method} '${base}${path}${search}'`]
  if (operation.access !== 'anyone') lines.push('-H "Authorization: Bearer $CAIRN_KEY"')
  const { body } = operation
  if (body?.type === 'application/json') {
    lines.push("-H 'Content-Type: application/json'", `-d '${quoted(body.example)}'`)
  } else if (body) {
    for (const [name, value] of Object.entries(body.example as object)) {
      const isFile = body.schema.properties?.[name]?.contentMediaType !== undefined
      lines.push(`-F '${name}=${isFile ? `@${name}` : quoted(value)}'`)
    }
  }
  return lines.join(' \\\n  ')
}

/** JSON between single quotes of a shell. */
const quoted = (value: unknown) => JSON.stringify(value).replaceAll("'", String.raw`'\''`)
