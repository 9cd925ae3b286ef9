import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '#web/ui/icon.tsx'
import { SearchDialog } from './search-dialog.tsx'

/** The way to search from every page; Ctrl or Cmd K opens it. */
export default function SearchBox(props: { org: string }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k')
        return
      event.preventDefault()
      if (!document.querySelector('[role=dialog][data-state=open]')) setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title="Search for a commit or fingerprint, Ctrl K"
        className="flex h-8 w-60 shrink-0 items-center gap-2 rounded-base border border-line-strong bg-bg px-2 text-table text-muted hover:bg-hover max-md:size-11 max-md:justify-center max-md:border-transparent"
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} small />
        <span className="flex-1 truncate text-left max-md:hidden">Commit or fingerprint</span>
        <kbd
          aria-hidden="true"
          className="rounded-tag border border-line-strong px-1 font-sans text-mini font-medium max-md:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      {/* Outside of the bar, which is a landmark of its own. */}
      {isOpen &&
        createPortal(
          <SearchDialog org={props.org} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </>
  )
}
