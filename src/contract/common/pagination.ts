import * as z from 'zod/mini'
import { maybe } from './fields.ts'

const positive = z.int().check(z.gte(1))

/** `page` and `per_page`; the bounds are those of every list that has none of its own. */
export function paging({ per_page, least = 1, most = 500 }: PagingRule) {
  return {
    page: z._default(positive, 1),
    per_page: z._default(z.int().check(z.gte(least), z.lte(most)), per_page),
  }
}

interface PagingRule {
  /** What counts where the caller gives none. */
  per_page: number
  least?: number
  most?: number
}

/** Paging that is off until the caller asks for it (flows). */
export const optionalPaging = {
  page: maybe(positive),
  per_page: maybe(z.int().check(z.gte(1), z.lte(500))),
}

/** Pagination info, specification 2.2. */
export const pagination = z.object({
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  page_count: z.int(),
})
export type Pagination = z.output<typeof pagination>

/** A list whose rows are in `data` and whose figures are in `pagination`. */
export const paged = <S extends z.ZodMiniType>(item: S) =>
  z.object({ data: z.array(item), pagination })

const link = z.object({ href: z.string() })

/** Absolute addresses of the pages around one page. */
export const pageLinks = z.object({
  self: link,
  first: link,
  last: link,
  next: z.optional(link),
  prev: z.optional(link),
})

const linked = z.object({
  page: z.int(),
  per_page: z.int(),
  total_pages: z.int(),
  total_count: z.int(),
  _links: pageLinks,
})
export type LinkedPage = z.output<typeof linked>

/** A list whose rows have a name of their own, with the addresses of the pages around it in `_links`. */
export const linkedPage = <Name extends string, S extends z.ZodMiniType>(name: Name, item: S) =>
  z.extend(linked, { [name]: z.array(item) } as Record<Name, z.ZodMiniArray<S>>)

/** In which direction a list is sorted. */
export const sortDirection = z._default(z.enum(['asc', 'desc']), 'asc')
