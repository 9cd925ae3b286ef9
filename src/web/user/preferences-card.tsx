import { useState } from 'react'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { ZoneField } from '#web/form/time-zone-field.tsx'
import { chooseDensity, chooseTheme, useCompact, useTheme } from '#web/shell/theme.ts'
import { toast } from '#web/ui/announcer.tsx'
import { Card } from '#web/ui/card.tsx'
import { turnSingleKeys, useSingleKeys } from '#web/ui/shortcuts.ts'
import { Switch } from '#web/ui/switch.tsx'
import { chooseZone, ownZone } from './time-zone.ts'

const looks = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As the system' },
] as const

/** How the dashboard looks and listens, in this browser. */
export default function PreferencesCard() {
  const theme = useTheme()
  const isCompact = useCompact()
  const areKeysOn = useSingleKeys()
  return (
    <Card title="Appearance, keyboard and time" remark="in this browser">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-4">
        <ChoiceField label="Theme" options={looks} value={theme} onChange={chooseTheme} />
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
        <ZoneOfBrowser />
      </div>
    </Card>
  )
}

/** The zone that this browser shows beside UTC. */
function ZoneOfBrowser() {
  const [zone, setZone] = useState(ownZone() ?? '')
  return (
    <ZoneField
      label="Time zone beside UTC"
      none="As the organization says"
      value={zone}
      onChange={(next) => {
        setZone(next)
        chooseZone(next || null)
        toast(next ? `Times are shown in ${next}` : 'Times are shown as the organization says')
      }}
    />
  )
}
