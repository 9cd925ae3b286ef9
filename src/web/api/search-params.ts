import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'

/** Search parameters as text, the way the API spells them. */
type RawSearch = Record<string, unknown>

/** Validated search: what differs from the default, and what was not understood. */
export type SearchOf<S extends z.ZodMiniObject> = {
  [K in keyof z.output<S>]?: NonNullable<z.output<S>[K]>
} & {
  /** Values that make no sense here; kept in the URL, named in a note, never sent. */
  ignored?: Record<string, string[]>
}

/** `?a=1&b=x&b=y` → `{ a: '1', b: ['x', 'y'] }`. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    Array.from(new Set(params.keys()), (key) => {
      const values = params.getAll(key)
      return [key, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** The reverse: lists repeat their parameter, absent values print nothing. */
export function stringifySearch(search: RawSearch): string {
  const { ignored, ...own } = search
  const params = new URLSearchParams()
  for (const [key, value] of [...Object.entries(own), ...Object.entries(ignored ?? {})]) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(key, String(one))
    }
  }
  const text = params.toString()
  return text && `?${text}`
}

/** Parameters that the frame of a page reads, whichever page it is. */
const ofFrames = ['cols', 'why', 'ignored']

/**
 * Reads the search parameters of a page by a contract schema. Defaults drop out, bad values go to
 * `ignored`, and what the page does not know is left out: the endpoint behind it might.
 */
export function readSearch<S extends z.ZodMiniObject>(schema: S, raw: RawSearch): SearchOf<S> {
  const isUnknown = (key: string) => !Object.hasOwn(schema.shape, key) && !ofFrames.includes(key)
  // Written, since the router lays the result over the raw search.
  const unknown = Object.keys(raw).filter(isUnknown)
  const without = Object.fromEntries(unknown.map((key) => [key, undefined]))
  return { ...without, ...readOwnSearch(schema, raw) }
}

/** Reads the search parameters of a frame around pages, which read theirs themselves. */
export function readOwnSearch<S extends z.ZodMiniObject>(schema: S, raw: RawSearch): SearchOf<S> {
  const result: RawSearch = {}
  const ignored: Record<string, string[]> = {}
  for (const [key, field] of Object.entries(schema.shape as Record<string, z.ZodMiniType>)) {
    const given = Object.hasOwn(raw, key) ? raw[key] : undefined
    const values = [given ?? []].flat().map(String).filter(Boolean)
    // Written even when empty: the router lays the result over the raw search.
    result[key] = undefined
    if (values.length === 0) continue
    const good = values.map((value) => readOne(field, value)).filter((one) => one !== undefined)
    const bad = values.filter((value) => readOne(field, value) === undefined)
    if (bad.length > 0) ignored[key] = bad
    const value = isList(field) ? good : good[0]
    const isDefault = value === z.safeParse(field, undefined).data
    if (good.length > 0 && !isDefault) result[key] = value
  }
  // Values an earlier reading ignored come back as an object when a link repeats the search.
  const earlier = (raw['ignored'] ?? {}) as Record<string, string[]>
  const all = { ...earlier, ...ignored }
  if (Object.keys(all).length > 0) result['ignored'] = all
  return result as SearchOf<S>
}

/** Query of the API: the search without what was ignored, and without how the list looks. */
export function queryOf<T extends { ignored?: unknown; cols?: unknown }>(
  search: T,
): Omit<T, 'ignored' | 'cols'> {
  const { ignored: _, cols: __, ...query } = search
  return query
}

/** Parts of a schema, by its `type`. */
const partsOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

/** The schema below optional, nullable and default. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const parts = partsOf(schema)
  return 'innerType' in parts ? bare(parts.innerType) : schema
}

function isList(schema: z.core.$ZodType): boolean {
  return partsOf(bare(schema)).type === 'array'
}

function readOne(schema: z.core.$ZodType, text: string): unknown {
  const inner = bare(schema)
  const parts = partsOf(inner)
  // No text may contain it, anywhere.
  if (text.includes('\0')) return undefined
  if (parts.type === 'array') return readOne(parts.element, text)
  const { data } = z.safeParse(inner, decode(parts.type, text))
  if (data !== undefined || parts.type !== 'enum') return data
  return Object.values(parts.entries).find((option) => spelled(String(option)) === spelled(text))
}

/** Lists spell their options in several ways; an address that fits one of them fits the others. */
const spelled = (text: string) => text.toLowerCase().replace(/[_ -]/g, '')

function decode(type: string, text: string): unknown {
  if (type === 'number') return Number(text)
  if (type === 'boolean') return { true: true, false: false }[text.toLowerCase()] ?? text
  return text
}

const versionNumber = z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647)))

/** Search parameters of a document with versions: the open one, another beside it, an edit. */
export const versionSearch = {
  version: versionNumber,
  compare: versionNumber,
  edit: z.optional(z.boolean()),
}

/**
 * Returns what changes parameters of the page's search in the URL and takes out those that were not
 * understood. The page stays where it is scrolled to.
 */
export function useSearchChange<Search extends object>(): (
  change: Partial<Search>,
  /** Whether going back skips the search from before. */
  replace?: boolean,
) => void {
  const navigate = useNavigate()
  return (change, replace = false) =>
    void navigate({
      to: '.',
      search: ({ ignored: _, ...rest }: Record<string, unknown>): object => ({
        ...rest,
        ...change,
      }),
      replace,
      resetScroll: false,
    })
}
