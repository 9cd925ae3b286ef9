import { ChoiceField } from '../form/choice-field.tsx'
import { Card } from '../ui/card.tsx'
import { turnSingleKeys, useSingleKeys } from '../ui/shortcuts.ts'
import { chooseDensity, chooseTheme, themes, useCompact, useTheme } from '../ui/theme.ts'
import { ZoneForm } from './zone-form.tsx'

const looks = [
  { value: 'light', label: 'Light', hint: '' },
  { value: 'dark', label: 'Dark', hint: '' },
  { value: 'system', label: 'As the system', hint: '' },
]

/** How the dashboard looks and listens, in this browser (product.md 3.25). */
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
        <Switch
          label="Compact tables"
          hint="rows of 28 instead of 36 pixels"
          isOn={isCompact}
          onTurn={chooseDensity}
        />
        <Switch
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

function Switch(props: {
  label: string
  hint: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}) {
  return (
    <label className="flex min-h-6 items-center gap-2 text-table max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={props.isOn}
        onChange={(event) => props.onTurn(event.currentTarget.checked)}
      />
      <span>
        {props.label} <span className="text-muted">{props.hint}</span>
      </span>
    </label>
  )
}
