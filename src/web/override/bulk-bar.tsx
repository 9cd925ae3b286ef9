import { useState } from 'react'
import type { Attestation } from '#contract/attestation.ts'
import { mostOverridden } from '#contract/most-overridden.ts'
import { SelectionFrame } from '../action/selection-frame.tsx'
import { Button } from '../ui/button.tsx'
import BulkDialog from './bulk-dialog.tsx'

/** Overrides the selected attestations together. */
export default function BulkBar(props: {
  org: string
  rows: readonly Attestation[]
  /** Why the person signed in may not override, or null. */
  refusal: string | null
  onSelect: (ids: ReadonlySet<string>) => void
}) {
  const { org, rows, onSelect } = props
  // As they were chosen: what is done leaves the selection while the result is still shown.
  const [chosen, setChosen] = useState<readonly Attestation[] | null>(null)
  const refusal =
    props.refusal ?? (rows.length > mostOverridden ? `At most ${mostOverridden} at once` : null)
  return (
    <>
      {rows.length > 0 && (
        <SelectionFrame count={rows.length} refusal={refusal} onClear={() => onSelect(new Set())}>
          <Button disabled={refusal !== null} onClick={() => setChosen(rows)}>
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
            const left = chosen.map((row) => row.attestation_id).filter((id) => !done.has(id))
            onSelect(new Set(left))
          }}
        />
      )}
    </>
  )
}
