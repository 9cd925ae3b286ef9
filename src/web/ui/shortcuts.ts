import { createAtom, useSelector } from '@tanstack/react-store'
import type { LucideIcon } from 'lucide-react'
import { useEffectEvent, useLayoutEffect } from 'react'
import { readStored, store, useStored } from './browser-storage.ts'
import { openLayers } from './layer.ts'

/** Something that the open page does, by a key or from the search. */
export interface Shortcut {
  /**
   * As `KeyboardEvent.key` says it; two with a space between are pressed one after the other; `''`
   * for an action without a key.
   */
  key: string
  /** Its effect, for the help dialog and the search. */
  label: string
  /** The search offers what has one: an action of the page that the person may do. */
  icon?: LucideIcon | undefined
  /** It is about the row that has the focus. */
  isOfRow?: boolean
  run: () => void
}

const storageKey = 'cairn.single-keys'
const active = createAtom<readonly { list: readonly Shortcut[] }[]>([])

const offeredNow = () => active.get().flatMap(({ list }) => list)

/** Offers keys and actions while the component is there; the newest offer of a key wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const at = useEffectEvent((index: number) => shortcuts[index])
  // Keys and labels are what is shown; a changed handler needs no new registration.
  const offered = JSON.stringify(
    shortcuts.map(({ key, label, icon, isOfRow = false }) => [
      key,
      label,
      isOfRow,
      icon !== undefined,
    ]),
  )
  // Before the page is painted: who sees it may press its keys.
  useLayoutEffect(() => {
    const parts = JSON.parse(offered) as [key: string, label: string, isOfRow: boolean][]
    const entry = {
      list: parts.map(([key, label, isOfRow], index) => ({
        key,
        label,
        isOfRow,
        icon: at(index)?.icon,
        run: () => at(index)?.run(),
      })),
    }
    active.set((entries) => [entry, ...entries])
    return () => active.set((entries) => entries.filter((one) => one !== entry))
  }, [offered])
}

/** Everything that is offered now, each key once. */
function useOffered(): Shortcut[] {
  const entries = useSelector(active)
  const byKey = new Map<string, Shortcut>()
  for (const one of entries.flatMap(({ list }) => list)) {
    const key = one.key || `no key: ${one.label}`
    if (!byKey.has(key)) byKey.set(key, one)
  }
  return [...byKey.values()]
}

/** The keys that work now, each once. */
export const useActiveShortcuts = (): Shortcut[] => useOffered().filter(({ key }) => key !== '')

/** The actions of the page that the person may do now, with a key or without. */
export const useOfferedActions = (): (Shortcut & { icon: LucideIcon })[] =>
  useOffered().flatMap(({ icon, ...rest }) => (icon ? [{ ...rest, icon }] : []))

/** Whether single-letter keys are on; people with speech input may turn them off. */
const isOn = (stored: string | null) => stored !== 'off'

/** Turns single-letter keys on or off, remembered. */
export const turnSingleKeys = (on: boolean): void => store(storageKey, on ? 'on' : 'off')

/** Whether single-letter keys are on, followed. */
export const useSingleKeys = (): boolean => isOn(useStored(storageKey))

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))

/** How long the first of two keys waits for the second. */
const timeoutMs = 1_500
let begun = { key: '', at: 0 }

/** Whether a key types a character, in place of a command. */
export const typesText = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/** The key, after the one before it where that began a pair. */
function pressed(event: KeyboardEvent): string {
  const { key, at } = begun
  begun = { key: event.key, at: event.timeStamp }
  const pair = `${key} ${event.key}`
  const isPair = event.timeStamp - at < timeoutMs && offeredNow().some((one) => one.key === pair)
  return isPair ? pair : event.key
}

function onKeyDown(event: KeyboardEvent) {
  // Some keyboards have brackets behind AltGr, which says that it is Ctrl and Alt.
  const isCommand = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')
  if (isCommand || event.metaKey || event.defaultPrevented) return
  if (isField(event.target) || document.querySelector(openLayers)) return
  if (event.key.length === 1 && !isOn(readStored(storageKey))) return
  const key = pressed(event)
  const shortcut = offeredNow().find((one) => one.key === key)
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

/** Starts listening for keys; once, by the frame of the app. */
export function listenForShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
