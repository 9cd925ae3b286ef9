import { useState } from 'react'
import type { KeysetPagination } from '#contract/common/pagination.ts'
import { ReviewDialog } from '#web/override/page/review-dialog.tsx'
import { SelectionFrame } from '#web/record/selection-frame.tsx'
import { Button } from '#web/ui/button.tsx'

/** Notes that the selected overrides were looked over, over the page so that nothing moves. */
export default function ReviewBar(props: {
  org: string
  ids: readonly string[]
  /** Of the list that they are chosen from. */
  pagination: KeysetPagination
  /** Why the person signed in may not, or null. */
  refusal: string | null
  onClear: () => void
}) {
  const { org, ids, onClear, refusal } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <SelectionFrame
      count={ids.length}
      pagination={props.pagination}
      refusal={refusal}
      onClear={onClear}
    >
      <Button refusal={refusal} onClick={() => setOpen(true)}>
        Mark reviewed
      </Button>
      {isOpen && (
        <ReviewDialog org={org} ids={ids} onDone={onClear} onClose={() => setOpen(false)} />
      )}
    </SelectionFrame>
  )
}
