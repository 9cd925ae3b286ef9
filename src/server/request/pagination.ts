import type { LinkedPage, Pagination } from '#contract/common/pagination.ts'
import type { Links } from '#server/platform/links.ts'

interface Asked {
  page: number
  per_page: number
}

/** A list has at least one page; but one of nothing a page has none. */
const pagesOf = (total: number, perPage: number) =>
  perPage === 0 ? 0 : Math.max(1, Math.ceil(total / perPage))

/** The figures of a page for `pagination`. */
export function pagination(total: number, { page, per_page }: Asked): Pagination {
  return { total, page, per_page, page_count: pagesOf(total, per_page) }
}

/** The addresses of the pages around one: `url` is the path and query that were asked for. */
export function linkedPage(
  links: Links,
  url: string,
  total: number,
  { page, per_page }: Asked,
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
