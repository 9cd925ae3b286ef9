import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ArchiveDialog } from './archive-card.tsx'
import type { Noun } from './noun.ts'
import { TagDialog } from './tag-dialog.tsx'

/** What can be done with the selected rows, over the page so that nothing moves. */
export default function SelectionBar(props: {
  noun: Noun
  org: string
  names: readonly string[]
  refusal: string | null
  /** What else this list can do with them. */
  own?: { label: string; run: () => void }
  onClear: () => void
}) {
  const { own, noun, org, names, refusal, onClear } = props
  const [open, setOpen] = useState<'tag' | 'archive' | null>(null)
  const close = () => setOpen(null)
  const what = { noun, org, names }
  return (
    <section
      aria-label="Selection"
      className="fixed bottom-6 left-1/2 z-20 flex -translate-x-1/2 items-center gap-2 rounded-card border border-line bg-raised py-2 pr-2 pl-4 text-table shadow-float max-md:hidden"
    >
      <span className="mr-2 whitespace-nowrap">
        <span className="font-medium">{names.length}</span> selected
      </span>
      {refusal && <span className="text-meta text-muted">{refusal}</span>}
      <Button disabled={refusal !== null} onClick={() => setOpen('tag')}>
        Tag
      </Button>
      {own && (
        <Button disabled={refusal !== null} onClick={own.run}>
          {own.label}
        </Button>
      )}
      <Button disabled={refusal !== null} onClick={() => setOpen('archive')}>
        Archive
      </Button>
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
      {open === 'archive' && <ArchiveDialog {...what} onClose={close} onDone={onClear} />}
      {open === 'tag' && <TagDialog {...what} onClose={close} />}
    </section>
  )
}
