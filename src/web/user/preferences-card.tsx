import { useState } from 'react'
import { timeSettings } from '#contract/organization/organization-settings.ts'
import { ChoiceField, SwitchField } from '#web/form/choice-field.tsx'
import { ZoneField } from '#web/form/time-zone-field.tsx'
import { chooseDensity, chooseTheme, themes, useCompact, useTheme } from '#web/shell/theme.ts'
import { confirm } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { turnSingleKeys, useSingleKeys } from '#web/ui/shortcuts.ts'
import { chooseZone, ownZone } from './time-zone.ts'

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

/** The zone that this browser shows beside UTC; empty for that of the organization. */
export function ZoneForm() {
  const [text, setText] = useState(ownZone() ?? '')
  const [error, setError] = useState<string | null>(null)
  const save = () => {
    const zone = text.trim()
    if (zone && !timeSettings.safeParse({ time_zone: zone }).success) {
      return setError('There is no time zone of this name')
    }
    setError(null)
    chooseZone(zone || null)
    confirm(zone ? `Times are shown in ${zone}` : 'Times are shown as the organization says')
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="min-w-0">
        <ZoneField
          label="Time zone beside UTC"
          hint="Empty: as the organization says."
          error={error}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" className="mt-6.5">
        Set zone
      </Button>
    </form>
  )
}
