import { ChoiceField } from '../form/choice-field.tsx'
import { SwitchField } from '../form/switch-field.tsx'
import { Card } from '../ui/card.tsx'
import { turnSingleKeys, useSingleKeys } from '../ui/shortcuts.ts'
import { chooseDensity, chooseTheme, themes, useCompact, useTheme } from '../ui/theme.ts'
import { ZoneForm } from './zone-form.tsx'

const looks = [
  { value: 'light', label: 'Light', hint: '' },
  { value: 'dark', label: 'Dark', hint: '' },
  { value: 'system', label: 'As the system', hint: '' },
]

/** How the dashboard looks and listens, in this browser. */
export function PreferencesCard() {
  const theme = useTheme()
  const isCompact = useCompact()
  const areKeysOn = useSingleKeys()
  return (
    <Card title="Appearance, keyboard and time" remark="in this browser">
      <div className="grid gap-4 px-4 pt-1 pb-4">
        <ChoiceField
          label="Theme"
          name="theme"
          options={looks}
          isChosen={(value) => value === theme}
          onChange={(event) => {
            const chosen = themes.find((one) => one === event.currentTarget.value)
            if (chosen) chooseTheme(chosen)
          }}
        />
        <SwitchField
          label="Compact tables"
          hint="rows of 28 instead of 36 pixels"
          isOn={isCompact}
          onTurn={chooseDensity}
        />
        <SwitchField
          label="Single-letter keys"
          hint="such as j, k and g f; ? lists them on every page"
          isOn={areKeysOn}
          onTurn={turnSingleKeys}
        />
        <ZoneForm />
      </div>
    </Card>
  )
}
