import { useState } from 'react'
import { daySeconds } from '#domain/common/days.ts'
import { TextField } from '../form/text-field.tsx'
import { fieldTextOf, momentOfField } from '../table/field-time.ts'
import { Button } from '../ui/button.tsx'
import { spokenOf } from '../ui/time-text.ts'
import { useNow } from '../ui/time.tsx'

const hour = 3_600
const lengths = [
  { seconds: hour, label: '1 hour' },
  { seconds: 8 * hour, label: '8 hours' },
  { seconds: daySeconds, label: '1 day' },
  { seconds: 7 * daySeconds, label: '7 days' },
]
/** Days for which the service takes a mute. */
const maxDays = 90

const after = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

/** What is wrong with a moment to mute until; null for one that is in order, or not given yet. */
function refusalOf(until: number | undefined, now: number): string | null {
  if (until === undefined) return null
  if (until <= now) return 'The end should be in the future'
  return until > now + maxDays * daySeconds ? `The end should be within ${maxDays} days` : null
}

/** Mutes a rule for a while, or until a moment on the reader's clock. */
export function MuteForm(props: { isDisabled: boolean; onMute: (until: number) => void }) {
  const { isDisabled, onMute } = props
  const [text, setText] = useState('')
  const now = useNow()
  const until = momentOfField(text, 'local')
  const error = refusalOf(until, now)
  return (
    <>
      <div role="group" aria-label="Mute for" className="flex flex-wrap items-center gap-2">
        <span aria-hidden="true">Mute for</span>
        {lengths.map(({ seconds, label }) => (
          <Button
            key={label}
            size="small"
            disabled={isDisabled}
            onClick={() => onMute(after(seconds))}
          >
            {label}
          </Button>
        ))}
      </div>
      <form
        noValidate
        aria-label="Mute until"
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (until !== undefined && error === null) onMute(until)
        }}
      >
        <TextField
          label="or until, local time"
          type="datetime-local"
          min={fieldTextOf(Math.ceil(now / 60) * 60, 'local')}
          max={fieldTextOf(Math.floor((now + maxDays * daySeconds) / 60) * 60, 'local')}
          disabled={isDisabled}
          error={error}
          hint={
            until === undefined
              ? `Within ${maxDays} days`
              : error === null && (
                  <span className="whitespace-pre-line tabular-nums">{spokenOf(until)}</span>
                )
          }
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          className="mt-6.5"
          disabled={isDisabled || until === undefined || error !== null}
        >
          Mute
        </Button>
      </form>
    </>
  )
}
