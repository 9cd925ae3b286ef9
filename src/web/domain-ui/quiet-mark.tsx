import { type Verdict, VerdictMark } from './verdict.tsx'

/** The mark of a verdict among many: plain compliant shrinks to a dot, by override to a ring. */
export function QuietMark(props: { verdict: Verdict; isQualified?: boolean | undefined }) {
  const { verdict, isQualified } = props
  if (verdict !== 'compliant') {
    return <VerdictMark verdict={verdict} size={12} silent isQualified={isQualified} />
  }
  return (
    <svg viewBox="0 0 12 12" className="size-3 text-compliant" aria-hidden="true">
      {isQualified ? (
        <circle cx="6" cy="6" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.4" />
      ) : (
        <circle cx="6" cy="6" r="2.7" fill="currentColor" />
      )}
    </svg>
  )
}
