import { useSyncExternalStore } from 'react'
import { readStored, store } from '#web/ui/browser-storage.ts'

/** Themes that a person can choose. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'cairn.theme'
const densityKey = 'cairn.density'
const listeners = new Set<() => void>()

/** The remembered choice; `system` unless chosen. */
function chosenTheme(): Theme {
  const stored = readStored(storageKey)
  return themes.find((one) => one === stored) ?? 'system'
}

/** Whether rows of tables are low; as remembered. */
function isCompact(): boolean {
  return readStored(densityKey) === 'compact'
}

/**
 * Sets the attributes that the tokens look at; without them they follow the system. `index.html`
 * does the same before the first paint.
 */
function applyTheme(): void {
  document.documentElement.toggleAttribute('data-compact', isCompact())
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Remembers and applies a theme. */
export function chooseTheme(theme: Theme): void {
  store(storageKey, theme)
  applyAndNotify()
}

/** Remembers and applies whether rows of tables are low. */
export function chooseDensity(compact: boolean): void {
  store(densityKey, compact ? 'compact' : 'usual')
  applyAndNotify()
}

function applyAndNotify() {
  applyTheme()
  for (const listener of listeners) listener()
}

function follow(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The chosen theme, followed. */
export const useTheme = (): Theme => useSyncExternalStore(follow, chosenTheme)

/** Whether rows of tables are low, followed. */
export const useCompact = (): boolean => useSyncExternalStore(follow, isCompact)
