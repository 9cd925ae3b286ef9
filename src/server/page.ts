import type { Pagination } from '#contract/page.ts'

/** Pagination info of style A (wire.md 6): a list has at least one page. */
export function pagination(
  total: number,
  { page, per_page }: { page: number; per_page: number },
): Pagination {
  return { total, page, per_page, page_count: Math.max(1, Math.ceil(total / per_page)) }
}
