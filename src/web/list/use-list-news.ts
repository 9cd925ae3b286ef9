import { useEffect, useRef } from 'react'
import { announce } from '#web/ui/announcer.tsx'
import { isFocusLost } from '#web/ui/hand-on-focus.ts'

/**
 * Tells screen readers what a list has come to once its rows are there: how many match what narrows
 * it now, or which rows another page has. The focus follows to the rows that a turned page shows.
 * @param news `narrowing` and `page` say what the rows are asked by
 */
export function useListNews(news: {
  isBusy: boolean
  narrowing: string
  page: unknown
  matches: string
  rows: string
}): void {
  const { isBusy, narrowing, page, matches, rows } = news
  const told = useRef({ narrowing, page })
  useEffect(() => {
    const before = told.current
    if (isBusy || (before.narrowing === narrowing && before.page === page)) return
    told.current = { narrowing, page }
    if (before.narrowing !== narrowing) return announce(matches)
    announce(rows)
    const pages = document.querySelector('main nav[aria-label=Pages]')
    const { activeElement } = document
    // On the link to a page, or nowhere when that is gone; not on the choice of how many it has.
    if (!isFocusLost() && !(activeElement?.matches('a') && pages?.contains(activeElement))) return
    const list = pages?.parentElement?.querySelector<HTMLElement>('table, :scope > ul')
    if (list) list.tabIndex = -1
    // The page scrolls to its top by itself.
    const next = list ?? document.querySelector<HTMLElement>('main h1')
    next?.focus({ preventScroll: true })
  }, [isBusy, narrowing, page, matches, rows])
}
