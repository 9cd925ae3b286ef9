import { useSyncExternalStore } from 'react'

/** Themes that a person can choose. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'cairn.theme'
const listeners = new Set<() => void>()

/** The remembered choice; `system` unless chosen. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return themes.find((one) => one === stored) ?? 'system'
}

/** Sets the attribute that the tokens look at; without it they follow the system. */
export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Remembers and applies a theme. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** The chosen theme, followed. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, chosenTheme)
}
