import type { BodyOf, Endpoint, ParamsOf } from '#contract/common/endpoint.ts'
import { endpointUrl } from './endpoint-url.ts'
import { shellQuoted } from './shell.ts'

/** The header of the caller's key, whose value is left to the environment. */
export const keyHeader = '-H "Authorization: Bearer ${CAIRN_KEY:?API key}"'

/** A call of an endpoint as a command line to copy. The API key is left to the environment. */
export function curl<E extends Endpoint>(
  endpoint: E,
  call: {
    params: ParamsOf<E>
    query?: object
    body?: Partial<BodyOf<E>>
    /** A small file that goes along, written out below the command. */
    file?: { part: string; name: string; text: string }
  },
): string {
  const { file } = call
  const json: string | undefined = JSON.stringify(call.body)
  const method = endpoint.method === 'GET' ? '' : ` -X ${endpoint.method}`
  const url = location.origin + endpointUrl(endpoint, call.params, call.query)
  const lines = [`curl${method} ${shellQuoted(url)}`, keyHeader]
  if (endpoint.body?.kind === 'multipart')
    // Not `-F`, which ends a value at a semicolon.
    lines.push(`--form-string ${shellQuoted(`${endpoint.body.part}=${json}`)}`)
  else if (json !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(json)}`)
  if (file) lines.push(`-F '${file.part}=@-;filename=${file.name}' <<'END'`)
  return lines.join(' \\\n  ') + (file ? `\n${file.text}END` : '')
}
