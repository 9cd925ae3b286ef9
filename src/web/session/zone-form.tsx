import { useState } from 'react'
import { timeSettings } from '#contract/organization/organization-settings.ts'
import { ZoneField } from '../form/zone-field.tsx'
import { confirm } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { chooseZone, ownZone } from '../ui/zone.ts'

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
