import type { PolicyDemand } from '#domain/policy/policy-demands.ts'
import { WithCode } from '#web/ui/with-code.tsx'

/** The demands of a policy, each with the line that it stands on. */
export function Demands(props: { demands: readonly PolicyDemand[]; withLines?: boolean }) {
  const { demands, withLines } = props
  if (demands.length === 0) {
    return <p className="px-4 pb-3 text-table text-muted">It asks nothing: everything complies.</p>
  }
  return (
    <ul className="border-t border-line text-table">
      {demands.map(({ text, line }, index) => (
        <li
          key={index}
          className="flex min-h-9 items-center gap-3 border-b border-line px-4 py-1.5 last:border-b-0"
        >
          <span className="min-w-0 flex-1 wrap-anywhere">
            <WithCode text={text} />
          </span>
          {withLines && (
            <a
              href={`#line-${line}`}
              className="shrink-0 text-meta text-muted hover:underline max-md:py-3"
            >
              line {line}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
