import type { ReactNode } from 'react'

/**
 * The cause of a verdict, beside it. Where there is no room for a few letters there is none of it:
 * the first letter alone says nothing.
 */
export function CauseBeside(props: { title: string; children: ReactNode }) {
  return (
    <span data-spare data-cause className="text-muted" title={props.title}>
      {/* What does not fit beside this is on the next line, which is not shown. */}
      <span className="max-md:hidden" />
      <span className="truncate">{props.children}</span>
    </span>
  )
}
