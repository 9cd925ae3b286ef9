import { Link } from '@tanstack/react-router'
import type { Attestation } from '#contract/attestation/attestation.ts'
import type { OverrideResult } from '#contract/override/bulk-override.ts'
import { BulkRows } from './bulk-rows.tsx'
import { refusalLabels } from './bulk-words.ts'

/** What became of each: the refused ones first in words, nothing of them changed. */
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
            renderWords={(index) => {
              const error = refused[index]?.result?.error
              return error ? refusalLabels(error) : 'No answer'
            }}
          />
        </div>
      )}
      {made.length > 0 && (
        <BulkRows
          label="Overridden or asked for"
          rows={made.map(({ row }) => row)}
          verdict={props.verdict}
          renderWords={(index) => {
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
