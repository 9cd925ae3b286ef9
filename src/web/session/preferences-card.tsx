import { ChoiceField } from '../form/choice-field.tsx'
import { Card } from '../ui/card.tsx'
import { turnSingleKeys, useSingleKeys } from '../ui/shortcuts.ts'
import { chooseTheme, themes, useTheme } from '../ui/theme.ts'

const looks = [
  { value: 'light', label: 'Light', hint: '' },
  { value: 'dark', label: 'Dark', hint: '' },
  { value: 'system', label: 'As the system', hint: '' },
]

/** How the dashboard looks and listens, in this browser (product.md 3.25). */
export function PreferencesCard() {
  const theme = useTheme()
  const areKeysOn = useSingleKeys()
  return (
    <Card title="Appearance and keyboard" remark="in this browser">
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
        <label className="flex min-h-6 items-center gap-2 text-table max-md:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={areKeysOn}
            onChange={(event) => turnSingleKeys(event.currentTarget.checked)}
          />
          <span>
            Single-letter keys{' '}
            <span className="text-muted">such as j, k and g f; ? lists them on every page</span>
          </span>
        </label>
      </div>
    </Card>
  )
}
