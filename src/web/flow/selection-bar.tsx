import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ArchiveDialog } from './archive-card.tsx'
import { TagDialog } from './tag-dialog.tsx'

/** What can be done with the selected flows, over the page so that nothing moves. */
export default function SelectionBar(props: {
  org: string
  flows: readonly string[]
  refusal: string | null
  onClear: () => void
}) {
  const { org, flows, refusal, onClear } = props
  const [open, setOpen] = useState<'tag' | 'archive' | null>(null)
  const close = () => setOpen(null)
  return (
    <section
      aria-label="Selection"
      className="fixed bottom-6 left-1/2 z-20 flex -translate-x-1/2 items-center gap-2 rounded-card border border-line bg-raised py-2 pr-2 pl-4 text-table shadow-float max-md:hidden"
    >
      <span className="mr-2 whitespace-nowrap">
        <span className="font-medium">{flows.length}</span> selected
      </span>
      {refusal && <span className="text-meta text-muted">{refusal}</span>}
      <Button disabled={refusal !== null} onClick={() => setOpen('tag')}>
        Tag
      </Button>
      <Button disabled={refusal !== null} onClick={() => setOpen('archive')}>
        Archive
      </Button>
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
      {open === 'archive' && (
        <ArchiveDialog org={org} flows={flows} onClose={close} onDone={onClear} />
      )}
      {open === 'tag' && <TagDialog org={org} flows={flows} onClose={close} />}
    </section>
  )
}
