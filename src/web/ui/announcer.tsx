import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

let said = { text: '', isShown: false }
let saidAt = 0
let sayTimer: ReturnType<typeof setTimeout> | undefined
let hideTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
/** Milliseconds between announcements, and for which a toast is shown. */
const [pauseMs, toastMs] = [5_000, 6_000]

function say(text: string, isShown: boolean) {
  clearTimeout(sayTimer)
  clearTimeout(hideTimer)
  said = { text, isShown }
  saidAt = Date.now()
  for (const listener of listeners) listener()
}

const hide = () => say('', false)

/** Tells screen readers something, politely: one message in five seconds, the newest wins. */
export function announce(text: string): void {
  clearTimeout(sayTimer)
  const wait = Math.max(50, saidAt + (said.isShown ? toastMs : pauseMs) - Date.now())
  sayTimer = setTimeout(() => say(text, false), wait)
}

/** Tells screen readers at once what answers an action; the page shows it at its place. */
export function confirm(text: string): void {
  say(text, false)
}

/** Shows and tells for six seconds what an action has changed. */
export function toast(text: string): void {
  say(text, true)
  hideTimer = setTimeout(hide, toastMs)
}

/** The live region that announcements are read from, and where toasts are shown; once in the page. */
export function Announcer() {
  const { text, isShown } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => said,
  )
  return (
    <div
      // What is below it can still be pressed.
      className={clsx(
        'print:hidden',
        isShown
          ? 'pointer-events-none fixed right-6 bottom-6 z-50 flex max-w-full items-center gap-3 rounded-card border border-line bg-raised py-1 pr-1 pl-4 text-table shadow-float max-md:bottom-4 max-md:left-4'
          : 'sr-only',
      )}
    >
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {text}
      </p>
      {isShown && (
        <span style={{ pointerEvents: 'auto' }}>
          <Button kind="quiet" size="small" icon aria-label="Dismiss" onClick={hide}>
            <Icon of={X} small />
          </Button>
        </span>
      )}
    </div>
  )
}
