import type { BodyOf, Endpoint, ParamsOf } from '#contract/common/endpoint.ts'
import { endpointUrl } from './endpoint-url.ts'

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
  const lines = [
    `curl${method} ${quoted(location.origin + endpointUrl(endpoint, call.params, call.query))}`,
    `-H "Authorization: Bearer $CAIRN_KEY"`,
  ]
  if (endpoint.body?.kind === 'multipart')
    // Not `-F`, which ends a value at a semicolon.
    lines.push(`--form-string ${quoted(`${endpoint.body.part}=${json}`)}`)
  else if (json !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`)
  if (file) lines.push(`-F '${file.part}=@-;filename=${file.name}' <<'END'`)
  return lines.join(' \\\n  ') + (file ? `\n${file.text}END` : '')
}

/** In single quotes, which the shell takes literally; `$FINGERPRINT` alone is filled in by it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`).replaceAll('$FINGERPRINT', `'"$FINGERPRINT"'`)}'`
}
