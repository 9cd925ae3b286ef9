import { Link } from '@tanstack/react-router'
import type { Attestation } from '#contract/attestation.ts'
import type { OverrideResult } from '#contract/override-bulk.ts'
import { BulkRows } from './bulk-rows.tsx'
import { refusalWords } from './bulk-words.ts'

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
            wordsOf={(index) => {
              const error = refused[index]?.result?.error
              return error ? refusalWords(error) : 'No answer'
            }}
          />
        </div>
      )}
      {made.length > 0 && (
        <BulkRows
          label="Overridden or asked for"
          rows={made.map(({ row }) => row)}
          verdict={props.verdict}
          wordsOf={(index) => {
            const one = made[index]
            const id = one?.result?.override_id
            if (!one || !id) return 'Waits for approval'
            return (
              <Link
                to="/$org/flows/$flow/trails/$trail"
                params={{ org, flow: one.row.flow_name, trail: one.row.trail_name }}
                search={{ attestation_id: id }}
                className="text-accent underline"
              >
                Open the override
              </Link>
            )
          }}
        />
      )}
    </div>
  )
}
