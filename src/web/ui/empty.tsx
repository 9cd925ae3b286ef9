import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Stands where something would be, and says why it is not; framed where nothing around it is. */
export function Empty(props: { isFramed?: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx(
        props.isFramed && 'rounded-card border border-line',
        'px-4 py-8 text-center text-table text-muted',
      )}
    >
      {props.children}
    </div>
  )
}

/** Nothing matches: one sentence, and what to press. */
export function NoMatch(props: { sentence: ReactNode; children?: ReactNode }) {
  return (
    <Empty>
      <p className="mx-auto mb-3 max-w-[48ch]">{props.sentence}</p>
      <div className="flex flex-wrap items-center justify-center gap-2">{props.children}</div>
    </Empty>
  )
}

/** Stands where there is nothing to say. */
export const emptyCell = <span className="zero text-muted">–</span>
