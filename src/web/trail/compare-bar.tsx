import { useNavigate } from '@tanstack/react-router'
import type { TrailSummary } from '#contract/trail/trail.ts'
import { SelectionFrame } from '#web/record/selection-frame.tsx'
import { Button } from '#web/ui/button.tsx'

/** Compares two selected trails of a flow, the older one first. */
export default function CompareBar(props: {
  org: string
  flow: string
  trails: readonly Pick<TrailSummary, 'name' | 'created_at'>[]
  onClear: () => void
}) {
  const { org, flow, trails, onClear } = props
  const navigate = useNavigate()
  const refusal = trails.length === 2 ? null : 'Select two to compare them'
  const compare = trails.toSorted((a, b) => a.created_at - b.created_at).map(({ name }) => name)
  return (
    <SelectionFrame count={trails.length} refusal={refusal} onClear={onClear}>
      <Button
        kind="primary"
        refusal={refusal}
        onClick={() =>
          void navigate({
            to: '/$org/flows/$flow/matrix',
            params: { org, flow },
            search: { compare },
          })
        }
      >
        Compare
      </Button>
    </SelectionFrame>
  )
}
