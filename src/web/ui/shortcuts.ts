import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { openLayers } from './layer.ts'

/** A key that does something on the page that is open. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says it; two with a space between are pressed one after the other. */
  key: string
  /** What it does, for the help dialog. */
  label: string
  run: () => void
}

const storageKey = 'cairn.single-keys'
let active: readonly { list: readonly Shortcut[] }[] = []
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers keys while the component is there; the newest offer of a key wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((key: string) => shortcuts.find((one) => one.key === key)?.run())
  // Keys and labels are what the help shows; a changed handler needs no new registration.
  const offered = JSON.stringify(shortcuts.map(({ key, label }) => [key, label]))
  useEffect(() => {
    const pairs = JSON.parse(offered) as [string, string][]
    const entry = { list: pairs.map(([key, label]) => ({ key, label, run: () => run(key) })) }
    active = [entry, ...active]
    notify()
    return () => {
      active = active.filter((one) => one !== entry)
      notify()
    }
  }, [offered])
}

/** The keys that work now, each once. */
export function useActiveShortcuts(): Shortcut[] {
  const entries = useSyncExternalStore(subscribe, () => active)
  const byKey = new Map<string, Shortcut>()
  for (const one of entries.flatMap(({ list }) => list)) {
    if (!byKey.has(one.key)) byKey.set(one.key, one)
  }
  return [...byKey.values()]
}

/** Whether single-letter keys are on; people with speech input may turn them off. */
function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

/** Turns single-letter keys on or off, remembered. */
export function turnSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  notify()
}

/** Whether single-letter keys are on, followed. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn)
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))

/** How long the first of two keys waits for the second. */
const timeoutMs = 1_500
let begun = { key: '', at: 0 }

/** The key, after the one before it where that began a pair. */
function pressed(event: KeyboardEvent): string {
  const { key, at } = begun
  begun = { key: event.key, at: event.timeStamp }
  const offered = active.flatMap(({ list }) => list)
  const pair = `${key} ${event.key}`
  const isPair = event.timeStamp - at < timeoutMs && offered.some((one) => one.key === pair)
  return isPair ? pair : event.key
}

function onKeyDown(event: KeyboardEvent) {
  // Some keyboards have brackets behind AltGr, which says that it is Ctrl and Alt.
  const isCommand = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')
  if (isCommand || event.metaKey || event.defaultPrevented) return
  if (isField(event.target) || document.querySelector(openLayers)) return
  if (event.key.length === 1 && !areSingleKeysOn()) return
  const key = pressed(event)
  const shortcut = active.flatMap(({ list }) => list).find((one) => one.key === key)
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

/** Starts listening for keys; once, by the frame of the app. */
export function listenForShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
