import { useState } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { maxOverridden } from '#contract/override/bulk-override.ts'
import { formatCount } from '#domain/common/counted.ts'
import { SelectionFrame } from '#web/record/selection-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import BulkDialog from './bulk-dialog.tsx'
import { choosableOf } from './choosable.ts'

/** All that the filters leave, whichever page is shown. */
interface Matching {
  total: number
  /** Reads the newest ones, as many as one call overrides. */
  read: () => Promise<readonly Attestation[]>
}

/** Overrides the selected attestations together. */
export default function BulkBar(props: {
  org: string
  rows: readonly Attestation[]
  matching: Matching
  /** Why the person signed in may not override, or null. */
  refusal: string | null
  onSelect: (rows: readonly Attestation[]) => void
}) {
  const { org, rows, onSelect } = props
  // As they were chosen: what is done leaves the selection while the result is still shown.
  const [chosen, setChosen] = useState<readonly Attestation[] | null>(null)
  const refusal =
    props.refusal ?? (rows.length > maxOverridden ? `At most ${maxOverridden} at once` : null)
  return (
    <>
      {rows.length > 0 && (
        <SelectionFrame count={rows.length} refusal={refusal} onClear={() => onSelect([])}>
          <SelectMatching {...props.matching} rows={rows} onSelect={onSelect} />
          <Button refusal={refusal} onClick={() => setChosen(rows)}>
            Override
          </Button>
        </SelectionFrame>
      )}
      {chosen && (
        <BulkDialog
          org={org}
          rows={chosen}
          onClose={() => setChosen(null)}
          onDone={(ids) => {
            const done = new Set(ids)
            onSelect(chosen.filter((row) => !done.has(row.attestation_id)))
          }}
        />
      )}
    </>
  )
}

/** The separate step from some rows to all that match, or to the most that fit into one call. */
function SelectMatching(
  props: Matching & {
    rows: readonly Attestation[]
    onSelect: (rows: readonly Attestation[]) => void
  },
) {
  const { rows, total } = props
  const [taken, setTaken] = useState<{ count: number; of: number } | null>(null)
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  const isMore = total > maxOverridden
  if (rows.length === taken?.count) {
    const aside = taken.of - taken.count
    return (
      <span className="text-meta text-muted" role="status">
        {isMore ? `the newest ${taken.of} of ${formatCount(total)}` : `of ${taken.of}`} that match
        {isMore && `, as ${maxOverridden} is the most at once`}
        {aside > 0 && `; ${aside} left aside: decisions, overrides and earlier reports`}
      </span>
    )
  }
  if (total <= rows.length) return null
  const take = async () => {
    setState('busy')
    try {
      const found = await props.read()
      const chosen = choosableOf(found)
      setTaken({ count: chosen.length, of: found.length })
      props.onSelect(chosen)
      setState(null)
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {state === 'failed' && <span className="text-meta">They could not be loaded.</span>}
      <Button kind="quiet" disabled={state === 'busy'} onClick={() => void take()}>
        {isMore
          ? `Select the newest ${maxOverridden} of ${formatCount(total)} that match`
          : `Select all ${total} that match`}
      </Button>
    </>
  )
}
