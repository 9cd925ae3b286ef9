import {
  type SearchKind,
  searchKinds,
  type SearchVerdict,
  searchVerdicts,
} from '#contract/search/record-search.ts'

/** A search text, taken apart. */
export interface SearchText {
  /** Text that names have to contain: without prefixes, each space once. */
  text: string
  /** The only kind that is searched; null for every kind. */
  kind: SearchKind | null
  /** The only verdict that is found; null for any. */
  verdict: SearchVerdict | null
}

/** The prefix that narrows a search to a kind. */
export const prefixOf: Record<SearchKind, string> = {
  flow: 'flow:',
  trail: 'trail:',
  environment: 'env:',
  artifact: 'build:',
  policy: 'policy:',
  control: 'control:',
  person: '@',
  tag: 'tag:',
  type: 'type:',
  reason: 'reason:',
  commit: '#',
}

/** Further prefixes that mean a kind. */
const aliases: Record<string, SearchKind> = {
  'environment:': 'environment',
  'artifact:': 'artifact',
  'person:': 'person',
  'commit:': 'commit',
}

const kindOfPrefix = new Map<string, SearchKind>([
  ...searchKinds.map((kind) => [prefixOf[kind], kind] as const),
  ...Object.entries(aliases),
])

/** The verdict that `is:` means, by its first letters; null for none. */
const verdictNamed = (word: string): SearchVerdict | null =>
  searchVerdicts.find((verdict) => word !== '' && verdict.startsWith(word.toUpperCase())) ?? null

/**
 * Takes a typed text apart: `env:prod`, `@jonas`, `#8b0ef5a`, `is:non-compliant api`. The last of
 * several prefixes of a sort counts. A word with a colon that is no prefix, such as a tag, is text.
 */
export function readSearchText(typed: string): SearchText {
  const read: SearchText = { text: '', kind: null, verdict: null }
  const words = typed.split(/\s+/).filter(Boolean)
  const rest = words.flatMap((word) => {
    const prefix = /^(?:[a-z]+:|[@#])/i.exec(word)?.[0] ?? ''
    const after = word.slice(prefix.length)
    const kind = kindOfPrefix.get(prefix.toLowerCase())
    if (kind) {
      read.kind = kind
      return after === '' ? [] : [after]
    }
    if (prefix.toLowerCase() !== 'is:') return [word]
    const verdict = verdictNamed(after)
    if (verdict === null) return after === '' ? [] : [word]
    read.verdict = verdict
    return []
  })
  return { ...read, text: rest.join(' ') }
}

/** The same search in another kind, as it is typed; null takes the kind away. */
export function narrowedTo(typed: string, kind: SearchKind | null): string {
  const { text, verdict } = readSearchText(typed)
  const parts = [
    verdict === null ? '' : `is:${verdict.toLowerCase()}`,
    `${kind === null ? '' : prefixOf[kind]}${text}`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** A text as hashes are compared: lower case, without the name of the algorithm. */
export const hashIn = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, '')

/** Fewest characters of a commit or a fingerprint that are searched. */
export const minHashLength = 4

/** Whether a text may be the beginning of a commit or of a fingerprint. */
export const isHashStart = (text: string): boolean =>
  new RegExp(`^[0-9a-f]{${minHashLength},64}$`).test(hashIn(text))
