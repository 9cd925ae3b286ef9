import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { OverrideResult } from '#contract/override/bulk-override.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import { verdictOf, VerdictStep, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { refusalText } from './bulk-draft.ts'

/** Result of each: the refused ones first in words, nothing of them changed. */
export function BulkResults(props: {
  org: string
  rows: readonly Attestation[]
  results: readonly OverrideResult[]
  verdict: boolean
}) {
  const { org, results } = props
  const placed = props.rows.map((row, index) => ({ row, result: results[index] }))
  const refused = placed.filter(({ result }) => !result || result.error)
  const made = placed.filter(({ result }) => result && !result.error)
  return (
    <div className="grid gap-4 px-4 pb-4">
      {refused.length > 0 && (
        <div className="grid gap-1.5">
          <p className="text-table font-medium">Refused; they stay selected</p>
          <BulkRows
            label="Refused"
            rows={refused.map(({ row }) => row)}
            verdict={null}
            renderText={(index) => {
              const error = refused[index]?.result?.error
              return error ? refusalText(error) : 'No answer'
            }}
          />
        </div>
      )}
      {made.length > 0 && (
        <BulkRows
          label="Overridden or requested"
          rows={made.map(({ row }) => row)}
          verdict={props.verdict}
          isDone={(index) => Boolean(made[index]?.result?.override_id)}
          renderText={(index) => {
            const one = made[index]
            const id = one?.result?.override_id ?? one?.result?.proposal_id
            if (!id) return null
            return (
              <Link
                to="/$org/overrides/$override"
                params={{ org, override: id }}
                className="text-accent underline"
              >
                {one?.result?.override_id ? 'Open the override' : 'Waits for approval'}
              </Link>
            )
          }}
        />
      )}
    </div>
  )
}

/** The chosen attestations one below the other, each with what the override does to it. */
export function BulkRows(props: {
  label: string
  rows: readonly Attestation[]
  /** The verdict they would all have; null before somebody chose. */
  verdict: boolean | null
  /** Whether the row at an index keeps its verdict: it is refused. */
  keeps?: (index: number) => boolean
  /** Whether the row at an index is overridden now, not only to be. */
  isDone?: (index: number) => boolean
  /** Text below the row at an index. */
  renderText: (index: number) => ReactNode
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
              <VerdictStep
                from={verdictOf(row.is_compliant)}
                to={verdictOf(verdict)}
                qualifiers={byOverrides(1)}
                isDone={props.isDone?.(index) ?? false}
              />
            )}
          </span>
          <span className="block text-meta wrap-anywhere text-muted">
            {props.renderText(index)}
          </span>
        </li>
      ))}
    </ul>
  )
}
