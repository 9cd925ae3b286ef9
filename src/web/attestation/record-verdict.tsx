import { ArrowRight } from 'lucide-react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { effectiveVerdictOf, reportedVerdictOf } from '#domain/attestation/record-verdicts.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { QualifierText } from '#web/domain-ui/qualifier-text.tsx'
import { VerdictLabel, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Reported verdict and, where an override counts instead, the effective one. */
export function RecordVerdict(props: { attestation: Attestation }) {
  const { attestation } = props
  const reported = reportedVerdictOf(attestation)
  const effective = effectiveVerdictOf(attestation)
  const { override } = attestation
  if (effective === null) return <span className="text-muted">Ended</span>
  if (reported === null) return <VerdictLabel {...effective} />
  if (!effective.qualifiers?.overridden) return <VerdictLabel verdict={reported} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 align-top">
      <VerdictLabel verdict={reported} />
      <Icon of={ArrowRight} small className="text-muted" />
      <span className="sr-only">counts as</span>
      <span {...(override && { title: `${override.reported_by}: ${override.reason}` })}>
        <VerdictLabel {...effective} />
      </span>
    </span>
  )
}

/** Mark of the effective verdict: hollow, with its qualifiers, where an override counts. */
export function RecordMark(props: { attestation: Attestation }) {
  const effective = effectiveVerdictOf(props.attestation)
  if (effective === null) return null
  return (
    <span className="inline-flex items-center gap-0.5 text-meta whitespace-nowrap">
      <VerdictMark verdict={effective.verdict} silent isQualified={!isPlain(effective)} />
      <QualifierText {...effective} />
    </span>
  )
}
