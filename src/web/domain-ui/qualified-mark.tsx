import { isPlain, type QualifiedVerdict, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { VerdictMark } from './verdict.tsx'

/** The mark of a verdict where no word stands beside it: hollow where more is to be said, and named by it. */
export function QualifiedMark({ size = 14, ...qualified }: QualifiedVerdict & { size?: 12 | 14 }) {
  const label = verdictText(qualified)
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex">
      <VerdictMark
        verdict={qualified.verdict}
        size={size}
        silent
        isStale={qualified.isStale}
        isQualified={!isPlain(qualified)}
      />
    </span>
  )
}
