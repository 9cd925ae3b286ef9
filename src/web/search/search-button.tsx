import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { openLayers } from '#web/ui/layer.ts'
import { useControlKey } from '#web/ui/use-control-key.ts'
import { whenIdle } from '#web/connection/when-idle.ts'

const SearchPalette = lazyPart(() => import('./search-palette.tsx'))

const isModalOpen = () => document.querySelector(`${openLayers}[aria-modal=true]`) !== null

/** The way to search from every page; Ctrl or Cmd K opens it. */
export function SearchButton(props: { org: string; user: string }) {
  const [isOpen, setOpen] = useState(false)
  const [isIdle, setIdle] = useState(false)
  const [typed, setTyped] = useState('')
  const close = () => {
    setOpen(false)
    setTyped('')
  }
  useEffect(() => void whenIdle().then(() => setIdle(true)), [])
  useControlKey('k', (event) => {
    event.preventDefault()
    if (!isModalOpen()) setOpen(true)
  })
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        className="flex h-8 w-60 shrink-0 items-center gap-2 rounded-base border border-line-strong bg-bg px-2 text-table text-muted hover:bg-hover md:@max-[57.5rem]/main:w-8 @max-[57.5rem]/main:justify-center max-md:size-11 max-md:justify-center max-md:border-transparent"
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} small />
        <span className="flex-1 truncate text-left @max-[57.5rem]/main:sr-only max-md:sr-only">
          Search or jump to…
        </span>
        <span aria-hidden="true" className="@max-[57.5rem]/main:hidden max-md:hidden">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      {isOpen && <EarlyTyping onChange={setTyped} />}
      {(isIdle || isOpen) && (
        <SearchPalette {...props} {...{ isOpen, typed, setTyped }} onClose={close} />
      )}
    </>
  )
}

/** Takes the text that is typed before its field is there and has the focus. */
function EarlyTyping({ onChange }: { onChange: (change: (typed: string) => string) => void }) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return
      // The page has keys of its own.
      event.stopPropagation()
      event.preventDefault()
      onChange((typed) => typed + event.key)
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [onChange])
  return null
}
