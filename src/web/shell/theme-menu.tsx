import { Monitor, Moon, Sun } from 'lucide-react'
import { readStored, store, useStored } from '#web/ui/browser-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuChoices } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'

/** Themes that a person can choose. */
const themes = ['light', 'dark', 'system'] as const
type Theme = (typeof themes)[number]

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

const looks: Record<Theme, { label: string; icon: typeof Sun }> = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'As the system', icon: Monitor },
}

const options = themes.map((value) => ({
  value,
  label: looks[value].label,
  icon: <Icon of={looks[value].icon} className="text-muted" />,
}))

/** Light, dark, or as the system is. */
export function ThemeMenu() {
  const theme = useTheme()
  return (
    <Menu
      label="Theme"
      align="end"
      trigger={
        <Button kind="quiet" icon aria-label={`Theme: ${looks[theme].label}`} title="Theme">
          <Icon of={looks[theme].icon} />
        </Button>
      }
    >
      <MenuChoices label="Theme" value={theme} options={options} onChange={chooseTheme} />
    </Menu>
  )
}
