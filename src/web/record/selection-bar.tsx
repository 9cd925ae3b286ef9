import { useState } from 'react'
import type { Pagination } from '#contract/common/pagination.ts'
import { Button } from '#web/ui/button.tsx'
import ArchiveDialog from './archive-dialog.tsx'
import type { Resource } from './resource.ts'
import { SelectionFrame } from './selection-frame.tsx'
import TagDialog from './tag-dialog.tsx'

/** Actions on the selected rows, over the page so that nothing moves. */
export default function SelectionBar(props: {
  noun: Resource
  org: string
  names: readonly string[]
  /** Of the list that they are chosen from. */
  pagination: Pagination
  refusal: string | null
  /** Further action of this list on them. */
  own?: { label: string; run: () => void }
  onClear: () => void
  /** Takes those from the list that are archived now: what others change waits to be asked for. */
  onArchived: () => void
}) {
  const { own, noun, org, names, refusal, onClear, onArchived } = props
  const [open, setOpen] = useState<'tag' | 'archive' | null>(null)
  const close = () => setOpen(null)
  const what = { noun, org, names }
  return (
    <SelectionFrame
      count={names.length}
      pagination={props.pagination}
      refusal={refusal}
      onClear={onClear}
    >
      <Button refusal={refusal} onClick={() => setOpen('tag')}>
        Tag
      </Button>
      {own && (
        <Button refusal={refusal} onClick={own.run}>
          {own.label}
        </Button>
      )}
      <Button refusal={refusal} onClick={() => setOpen('archive')}>
        Archive
      </Button>
      {open === 'archive' && (
        <ArchiveDialog
          {...what}
          onClose={close}
          onDone={() => {
            onClear()
            onArchived()
          }}
        />
      )}
      {open === 'tag' && <TagDialog {...what} onClose={close} />}
    </SelectionFrame>
  )
}
