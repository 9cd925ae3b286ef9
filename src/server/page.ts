import type { Pagination } from '#contract/page.ts'

/** Pagination info of style A (wire.md 6): a list has at least one page. */
export function pagination(total: number, page: { page: number; per_page: number }): Pagination {
  return { total, ...pick(page), page_count: Math.max(1, Math.ceil(total / page.per_page)) }
}

const pick = ({ page, per_page }: { page: number; per_page: number }) => ({ page, per_page })

/** Rows to take and to pass over for a page. */
export function window(page: { page: number; per_page: number }) {
  return { limit: page.per_page, offset: (page.page - 1) * page.per_page }
}
