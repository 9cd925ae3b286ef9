import { patterns } from './fields.ts'

const namesOf = (characters: string) =>
  `Use letters, digits and ${characters}, beginning with a letter or a digit`

/** Texts that patterns accept, by the source of the pattern. */
const patternTexts: Record<string, string> = {
  [patterns.name.source]: namesOf('. - _ ~'),
  [patterns.organization.source]: namesOf('- _ .'),
  [patterns.environment.source]: namesOf('. - _'),
  [patterns.tagKey.source]: namesOf('- _ . ~'),
  [patterns.attestationName.source]: 'Use letters, digits and - _ ,',
  [patterns.fingerprint.source]: 'Give a SHA-256: 64 characters of 0–9 and a–f',
  [patterns.anyCommit.source]: 'Give a commit: 5 to 64 characters of 0–9 and a–f',
  // A name in a policy, which may be any.
  '^(\\*|[a-zA-Z0-9\\-_,]+)$': 'Use letters, digits and - _ , or * alone for any',
  // An artifact in a template.
  '^[a-zA-Z0-9\\-_,.]+$': 'Use letters, digits and - _ , .',
  // An identifier of a control.
  '^[a-zA-Z0-9\\-._~]+$': 'Use letters, digits and - . _ ~',
  // A service account.
  '^[a-zA-Z0-9\\-]+$': 'Use letters, digits and hyphens',
  // A tag, as it is written in settings.
  '^[a-zA-Z0-9][a-zA-Z0-9\\-_.~]*(:.*)?$':
    'Write a key, or key:value; a key has letters, digits and - _ . ~',
  // An address of a person.
  '^[^\\s@]+@[^\\s@]+$': 'Write an e-mail address, like ada@example.com',
  // A space.
  '^[^\\s/\\p{Cc}]([^/\\p{Cc}]*[^\\s/\\p{Cc}])?$': 'Use any text without a slash or spaces around',
  // A saved view.
  '^[^\\s\\p{Cc}\\p{Cs}]([^\\p{Cc}\\p{Cs}]*[^\\s\\p{Cc}\\p{Cs}])?$':
    'Use one line of text without spaces around',
  // The filters of a saved view.
  '^([\\w-]+=[!"$%\'-~]*(&[\\w-]+=[!"$%\'-~]*)*)?$': 'These filters cannot be saved',
  // Texts that must not be empty.
  '\\S': 'This is needed',
}

const kinds: Record<string, string> = {
  string: 'Write a text',
  number: 'Write a number',
  integer: 'Write a whole number',
  boolean: 'Say yes or no',
  URL: 'Write a web address that begins with https:// or http://',
  email: 'Write an e-mail address, like ada@example.com',
}

type Rule = [RegExp, (...groups: string[]) => string]

const rules: Rule[] = [
  [/^(?:Input should be valid JSON|Not a JSON Schema): (.* JSON .*)$/s, notJson],
  [/^Input should be valid JSON/, () => notJson('')],
  [/^Field required$/, () => 'This is needed'],
  // A type of attestation.
  [
    /^String should match pattern '\^\((generic\|[\w|:]*)\|/,
    (types) => `Use a type: ${types.replaceAll('|', ', ')} or custom:NAME`,
  ],
  [/^String should match pattern '(.*)'$/s, (source) => patternTexts[source] ?? otherCharacters],
  [/^Input should be a valid (\w+)$/, (kind) => kinds[kind] ?? 'This is not of the right kind'],
  [/^Input should be ('.*)$/s, (values) => `Choose ${values}`],
  [
    /^\w+ should have at (most|least) 1 (\w+?)s?$/,
    (side, unit) => `At ${side} one ${singular(unit)}`,
  ],
  [
    /^\w+ should have at (most|least) (\d+) (\w+)$/,
    (side, count, unit) =>
      `At ${side} ${Number(count).toLocaleString('en')} ${unit === 'items' ? 'entries' : unit}`,
  ],
  [
    /^Input should be (less|greater) than or equal to (.+)$/,
    (side, limit) => `At ${side === 'less' ? 'most' : 'least'} ${limit}`,
  ],
  [
    /^Input should be (less|greater) than (.+)$/,
    (side, limit) => `${side === 'less' ? 'Less' : 'More'} than ${limit}`,
  ],
  [/^Extra inputs are not permitted$/, () => 'There is no field of this name'],
  [/^Input is not one of the known kinds$/, () => 'This is of no known kind'],
  [/^(?:Input|String|List) (.*)$/s, (rest) => `This ${rest}`],
]
const otherCharacters = 'This has characters that cannot stand here'
const singular = (unit: string) => (unit === 'item' ? 'entry' : unit)

/**
 * Rewords the reason of a refusal for the person who filled in a form. Reasons name types and
 * patterns, for pipelines and their logs (`describeIssue`); what is in words already stays.
 * @param input what was refused, where it is known: an empty field is missing first of all
 */
export function plainReason(reason: string, input?: unknown): string {
  if (input === '' && /^String should (match|have at least)/.test(reason)) return 'This is needed'
  for (const [shape, textOf] of rules) {
    const found = shape.exec(reason)
    if (found) return textOf(...found.slice(1))
  }
  return reason
}

/** Returns where a text stops being JSON, from the message of the engine's parser. */
export function notJson(parserMessage: string): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(parserMessage) ?? []
  return line ? `This is no JSON from line ${line}, column ${column}, on` : 'This is no JSON'
}

const echoMark = ' [input: '

const placed = /^(?:([^\s:]+): )?(.*?)(?: \[input: .*?\])? \(line (\d+), column \d+\)/s

/**
 * Rewords a refusal as the service answers it, with the value at its end; see `plainReason`. Of a
 * file with several faults it names the first.
 */
export function plainRefusal(text: string): string {
  const [, path, fault, line] = placed.exec(text) ?? []
  if (fault !== undefined) {
    return `Line ${line}: ${path ? `${plainField(path)}: ` : ''}${plainReason(fault)}`
  }
  const [reason = '', echo] = text.split(echoMark, 2)
  return plainReason(reason, echo === ']' ? '' : undefined)
}

/** Names the field at a dotted path: `set_tags.owner` is "owner", `targets.0.url` "url". */
export function plainField(path: string): string {
  const name = path.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part))
  return (name ?? path).replaceAll('_', ' ')
}
