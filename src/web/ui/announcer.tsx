import { createAtom, useSelector } from '@tanstack/react-store'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Action on what a toast says: "Undo". */
interface ToastAction {
  label: string
  run: () => void
}

interface Message {
  text: string
  isShown: boolean
  action?: ToastAction | undefined
}

const message = createAtom<Message>({ text: '', isShown: false })
let shownAt = 0
let announceTimer: ReturnType<typeof setTimeout> | undefined
let hideTimer: ReturnType<typeof setTimeout> | undefined
/** Milliseconds between announcements, and for which a toast is shown. */
const [pauseMs, toastMs] = [5_000, 6_000]

function show(next: Message) {
  clearTimeout(announceTimer)
  clearTimeout(hideTimer)
  shownAt = Date.now()
  message.set(next)
}

const hide = () => show({ text: '', isShown: false })

/** A toast stays while its buttons have the pointer or the focus, and for its time after that. */
function hold() {
  clearTimeout(hideTimer)
  shownAt = Date.now()
}

function letGo() {
  if (!message.get().isShown) return
  hold()
  hideTimer = setTimeout(hide, toastMs)
}

/** Tells screen readers something, politely: one message in five seconds, the newest wins. */
export function announce(text: string): void {
  clearTimeout(announceTimer)
  const { isShown } = message.get()
  const wait = shownAt + (isShown ? toastMs : pauseMs) - Date.now()
  announceTimer = setTimeout(
    () => {
      // One that is held stays.
      if (message.get().isShown) announce(text)
      else show({ text, isShown: false })
    },
    Math.max(isShown ? 500 : 50, wait),
  )
}

/** Tells screen readers at once what answers an action; the page shows it at its place. */
export function confirm(text: string): void {
  show({ text, isShown: false })
}

/** Shows and tells for six seconds what an action has changed, and what can be done about it. */
export function toast(text: string, action?: ToastAction): void {
  show({ text, isShown: true, action })
  hideTimer = setTimeout(hide, toastMs)
}

/** The live region that announcements are read from, and where toasts are shown; once in the page. */
export function Announcer() {
  const { text, isShown, action } = useSelector(message)
  return (
    <div
      // Content below can still be pressed.
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
        <span
          style={{ pointerEvents: 'auto' }}
          className="flex gap-1"
          onPointerEnter={hold}
          onPointerLeave={letGo}
          onFocus={hold}
          onBlur={letGo}
        >
          {action && (
            <Button
              size="small"
              onClick={() => {
                hide()
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <Button kind="quiet" size="small" icon aria-label="Dismiss" onClick={hide}>
            <Icon of={X} small />
          </Button>
        </span>
      )}
    </div>
  )
}
