import type { LinkedPage, Pagination } from '#contract/common/pagination.ts'
import type { PageOf } from '#server/database/keyset-page.ts'
import type { Links } from '#server/platform/links.ts'

/** A list has at least one page, or none with a page size of zero. */
const pagesOf = (total: number, perPage: number) =>
  perPage === 0 ? 0 : Math.max(1, Math.ceil(total / perPage))

/** Page figures for `pagination`. */
export function pagination(total: number, { page, per_page }: PageOf): Pagination {
  return { total, page, per_page, page_count: pagesOf(total, per_page) }
}

/** Links to the pages around one: `url` is the requested path and query. */
export function linkedPage(
  links: Links,
  url: string,
  total: number,
  { page, per_page }: PageOf,
): LinkedPage {
  const total_pages = pagesOf(total, per_page)
  const last = Math.max(1, total_pages)
  const at = (number: number) => ({ href: links.page(url, number) })
  return {
    page,
    per_page,
    total_pages,
    total_count: total,
    _links: {
      self: { href: links.base + url },
      first: at(1),
      last: at(last),
      ...(page < total_pages ? { next: at(page + 1) } : {}),
      ...(page > 1 ? { prev: at(Math.min(page - 1, last)) } : {}),
    },
  }
}
