import { readStored, store, useStored } from '#web/ui/browser-storage.ts'

/** Themes that a person can choose. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'cairn.theme'
const densityKey = 'cairn.density'

/** The remembered choice; `system` unless chosen. */
const themeOf = (stored: string | null): Theme => themes.find((one) => one === stored) ?? 'system'

/** Whether rows of tables are low; as remembered. */
const isCompact = (stored: string | null) => stored === 'compact'

/**
 * Sets the attributes that the tokens look at; without them they follow the system. `index.html`
 * does the same before the first paint.
 */
function applyTheme(): void {
  document.documentElement.toggleAttribute('data-compact', isCompact(readStored(densityKey)))
  const theme = themeOf(readStored(storageKey))
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Remembers and applies a theme. */
export function chooseTheme(theme: Theme): void {
  store(storageKey, theme)
  applyTheme()
}

/** Remembers and applies whether rows of tables are low. */
export function chooseDensity(compact: boolean): void {
  store(densityKey, compact ? 'compact' : 'usual')
  applyTheme()
}

/** The chosen theme, followed. */
export const useTheme = (): Theme => themeOf(useStored(storageKey))

/** Whether rows of tables are low, followed. */
export const useCompact = (): boolean => isCompact(useStored(densityKey))
