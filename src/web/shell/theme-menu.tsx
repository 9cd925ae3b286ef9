import { Monitor, Moon, Sun } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuChoices } from '#web/ui/menu-items.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { chooseTheme, type Theme, themes, useTheme } from './theme.ts'

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
