import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { textOfMoment } from '#web/ui/moment-text.ts'

const presets = ['1 hour ago', '1 day ago', '1 week ago', '1 month ago']

/** Asks for the moment whose snapshot is to be opened. */
export default function GoToTimeForm(props: { org: string; env: string; onDone: () => void }) {
  const { org, env, onDone } = props
  const navigate = useNavigate()
  const [at, setAt] = useState<number | null>(null)
  const go = (at: string) => {
    onDone()
    void navigate({
      to: '/$org/environments/$env/snapshots',
      params: { org, env },
      search: { at },
    })
  }
  return (
    <form
      noValidate
      className="grid gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (at !== null) go(textOfMoment(at, 'UTC'))
      }}
    >
      <div role="group" aria-label="Moments" className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button key={preset} size="small" onClick={() => go(preset)}>
            {preset}
          </Button>
        ))}
      </div>
      <DateTimeField
        label="What ran at"
        value={at}
        hint="Such as 2026-11-20 08:00, 5 days ago or yesterday 14:00"
        onChange={setAt}
      />
      <Button type="submit">Open snapshot</Button>
    </form>
  )
}
