import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { menuItemClass, Popover } from '#web/ui/popover.tsx'
import { type Theme, chooseTheme, themes, useTheme } from './theme.ts'

const looks: Record<Theme, { label: string; icon: typeof Sun }> = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'As the system', icon: Monitor },
}

/** Light, dark, or as the system is. */
export function ThemeMenu() {
  const theme = useTheme()
  return (
    <Popover
      label="Theme"
      role="menu"
      align="end"
      renderTrigger={(trigger) => (
        <Button
          {...trigger}
          kind="quiet"
          icon
          aria-label={`Theme: ${looks[theme].label}`}
          title="Theme"
        >
          <Icon of={looks[theme].icon} />
        </Button>
      )}
    >
      {(close) =>
        themes.map((one) => (
          <button
            key={one}
            type="button"
            role="menuitemradio"
            aria-checked={one === theme}
            className={menuItemClass}
            onClick={() => {
              chooseTheme(one)
              close()
            }}
          >
            <Icon of={looks[one].icon} className="text-muted" />
            <span className="flex-1">{looks[one].label}</span>
            {one === theme && <Icon of={Check} small />}
          </button>
        ))
      }
    </Popover>
  )
}
