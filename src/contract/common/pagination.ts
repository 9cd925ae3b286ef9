import * as z from 'zod/mini'
import { maybe } from './fields.ts'

const positive = z.int().check(z.gte(1))

/** Declares `page` and `per_page`; the default bounds are those of most lists. */
export function paging({ per_page, min = 1, max = 500 }: PagingRule) {
  return {
    page: z._default(positive, 1),
    per_page: z._default(z.int().check(z.gte(min), z.lte(max)), per_page),
  }
}

interface PagingRule {
  /** Default page size. */
  per_page: number
  min?: number
  max?: number
}

/** Paging that is off unless the caller gives a page (flows). */
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

/** Pagination of a list whose pages begin after a row: each costs what the first one costs. */
export const keysetPagination = z.object({
  /** Number of rows, counted up to a bound. */
  total: z.int(),
  /** Whether there are more rows than `total`. */
  is_total_exceeded: z.boolean(),
  per_page: z.int(),
  /** Cursor that the next page begins after; null at the end. */
  next: z.nullable(z.string()),
})
export type KeysetPagination = z.output<typeof keysetPagination>

/** Declares a list with its rows in `data` and its totals in `pagination`. */
export const paged = <S extends z.ZodMiniType>(item: S) =>
  z.object({ data: z.array(item), pagination })

const link = z.object({ href: z.string() })

/** Absolute URLs of the pages around a page. */
const pageLinks = z.object({
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

/** Declares a list with its rows below a name of their own, and URLs of its pages in `_links`. */
export const linkedPage = <Name extends string, S extends z.ZodMiniType>(name: Name, item: S) =>
  z.extend(linked, { [name]: z.array(item) } as Record<Name, z.ZodMiniArray<S>>)

/** Sort direction of a list. */
export const sortDirection = z._default(z.enum(['asc', 'desc']), 'asc')
