import type { ReactNode } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { verdictOf } from '../ui/verdict-mark.tsx'
import { VerdictStep } from '../ui/verdict-step.tsx'
import { VerdictLabel } from '../ui/verdict-word.tsx'

/** The chosen attestations one below the other, each with what the override does to it. */
export function BulkRows(props: {
  label: string
  rows: readonly Attestation[]
  /** The verdict they would all have; null before somebody chose. */
  verdict: boolean | null
  /** Whether the row at a place keeps its verdict: it is refused. */
  keeps?: (index: number) => boolean
  /** What is said of the row at a place. */
  renderWords: (index: number) => ReactNode
}) {
  const { rows, verdict } = props
  return (
    <ul
      aria-label={props.label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
      tabIndex={0}
      className="max-h-64 overflow-y-auto rounded-base border border-line text-table"
    >
      {rows.map((row, index) => (
        <li key={row.attestation_id} className="border-b border-line px-3 py-1.5 last:border-b-0">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-medium">{row.attestation_name || 'unnamed'}</span>
              <span className="text-muted">
                {' '}
                {row.flow_name} / {row.trail_name}
              </span>
            </span>
            {verdict === null || verdict === row.is_compliant || props.keeps?.(index) ? (
              <VerdictLabel verdict={verdictOf(row.is_compliant)} />
            ) : (
              <VerdictStep from={verdictOf(row.is_compliant)} to={verdictOf(verdict)} />
            )}
          </span>
          <span className="block text-meta wrap-anywhere text-muted">
            {props.renderWords(index)}
          </span>
        </li>
      ))}
    </ul>
  )
}
