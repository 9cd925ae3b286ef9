import { QuietMark } from '#web/domain-ui/quiet-mark.tsx'
import { verdicts } from '#web/domain-ui/verdict.tsx'

/** What the shapes in a matrix mean. */
export function MatrixLegend() {
  return (
    <p className="flex flex-wrap gap-x-4 px-4 py-2.5 text-meta text-muted">
      {(['compliant', 'non-compliant', 'missing'] as const).map((verdict) => (
        <span key={verdict} className="inline-flex items-center gap-1.5">
          <QuietMark verdict={verdict} />
          {verdicts[verdict].label}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <QuietMark verdict="compliant" isQualified />
        By override
      </span>
    </p>
  )
}
