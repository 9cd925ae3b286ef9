import { ArrowLeftRight } from 'lucide-react'
import type { Attestation } from '#contract/attestation.ts'
import { Icon } from '../ui/icon.tsx'
import { verdictOf, verdicts } from '../ui/verdict-mark.tsx'

/** Beside a verdict that an override gives: that it does, and what was reported. */
export function OverriddenMark(props: {
  attestation: Pick<Attestation, 'is_compliant' | 'reported_is_compliant'>
}) {
  const { is_compliant, reported_is_compliant = is_compliant } = props.attestation
  const words = `overridden, reported ${verdicts[verdictOf(reported_is_compliant)].label.toLowerCase()}`
  return (
    <span title={words} className="inline-grid text-muted">
      <Icon of={ArrowLeftRight} small />
      <span className="sr-only">{words}</span>
    </span>
  )
}
