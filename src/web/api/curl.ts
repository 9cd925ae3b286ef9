import type { BodyOf, Endpoint, ParamsOf } from '#contract/common/endpoint.ts'
import { endpointUrl } from './endpoint-url.ts'

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

/**
 * A value that a copied command takes from a variable of the shell. While the variable is unset or
 * empty the command fails and says the meaning, so that nobody reports what was not measured.
 * Stands as a whole argument, a whole path parameter or a whole string of a body.
 * @param name in capitals
 * @param meaning letters, digits, spaces and commas
 */
export const variable = (name: string, meaning: string): string => `\0text ${name} ${meaning}`

/** A variable that holds JSON, such as a number, a boolean or a list; stands for any field of a body. */
export const jsonVariable = (name: string, meaning: string) =>
  `\0json ${name} ${meaning}` as string as never

// U+0000 is in no text of the service, and a quote inside of JSON text has a backslash before it.
const inJson = /"\\u0000(text|json) (\w+) ([\w ,-]+)"/g
const inUrl = /%00text%20(\w+)%20([\w%,-]+)/g
// oxlint-disable-next-line no-control-regex -- the mark itself
const whole = /^\0text (\w+) ([\w ,-]+)$/

const singleQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const reference = (name: string, meaning: string) => `"\${${name}:?${meaning}}"`

/** In single quotes, which a shell takes literally, but for variables. */
function shellQuoted(text: string): string {
  return singleQuoted(text)
    .replace(inJson, (_, kind: string, name: string, meaning: string) =>
      kind === 'json' ? `'${reference(name, meaning)}'` : `"'${reference(name, meaning)}'"`,
    )
    .replace(
      inUrl,
      (_, name: string, meaning: string) => `'${reference(name, decodeURIComponent(meaning))}'`,
    )
}

/** One argument of a command, quoted where a shell would not take it as it is. */
export function shellArgument(text: string): string {
  const [, name, meaning] = whole.exec(text) ?? []
  if (name !== undefined && meaning !== undefined) return reference(name, meaning)
  return /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuoted(text)
}
