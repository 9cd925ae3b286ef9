import * as z from 'zod/mini'
import { maybe } from './common.ts'

const positive = z.int().check(z.gte(1))

/** `page` and `per_page` with the bounds of every list that has none of its own (wire.md 6). */
export function paging(defaults: { per_page: number }) {
  return {
    page: z._default(positive, 1),
    per_page: z._default(z.int().check(z.gte(1), z.lte(500)), defaults.per_page),
  }
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

/** A list of style A (wire.md 6). */
export const paged = <S extends z.ZodMiniType>(item: S) =>
  z.object({ data: z.array(item), pagination })
