import { useSyncExternalStore } from 'react'

let message = ''
let saidAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const pause = 5_000

function say(text: string) {
  message = text
  saidAt = Date.now()
  for (const listener of listeners) listener()
}

/** Tells screen readers something, politely: one message in five seconds, the newest wins. */
export function announce(text: string): void {
  clearTimeout(timer)
  timer = setTimeout(() => say(text), Math.max(50, saidAt + pause - Date.now()))
}

/** Answers an action of the person's own at once. */
export function confirm(text: string): void {
  clearTimeout(timer)
  say(text)
}

/** The live region that announcements are read from; once in the page. */
export function Announcer() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => message,
  )
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  )
}
