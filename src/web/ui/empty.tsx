import type { ReactNode } from 'react'

/** Nothing matches: one sentence, and what to press. */
export function NoMatch(props: { sentence: ReactNode; children: ReactNode }) {
  return (
    <div className="px-4 py-8 text-center text-table text-muted">
      <p className="mx-auto mb-3 max-w-[48ch]">{props.sentence}</p>
      <div className="flex flex-wrap items-center justify-center gap-2">{props.children}</div>
    </div>
  )
}

/** Stands where there is nothing to say. */
export const emptyCell = <span className="zero text-muted">–</span>
