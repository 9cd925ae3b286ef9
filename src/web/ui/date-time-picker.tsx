import { useState } from 'react'
import { Button } from './button.tsx'
import Calendar from './calendar.tsx'
import { type Zone, textOfMoment, timeOfMoment } from './moment-text.ts'
import { momentOfText } from './moment-of-text.ts'
import { PickOne } from './pick-one.tsx'
import { spokenOf } from './time-text.ts'

const zoneOptions = [
  { value: 'UTC', label: 'UTC' },
  { value: 'local', label: 'Local' },
] as const

/** The panel below a field of date and time: moments in words, a month, the time of day. */
export default function DateTimePicker(props: {
  /** Unix seconds; null where nothing is chosen. */
  at: number | null
  zone: Zone
  now: number
  from?: number | undefined
  to?: number | undefined
  presets?: readonly string[] | undefined
  onPreset: (text: string) => void
  onChange: (at: number) => void
  onZone?: ((zone: Zone) => void) | undefined
  onDone: () => void
}) {
  const { at, zone, now, presets = [], onZone } = props
  const [first, second] = at === null ? [] : spokenOf(at).split('\n')
  return (
    <>
      <p
        aria-live="polite"
        className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-3 border-b border-line px-4 py-3 tabular-nums"
      >
        <span className="font-medium">{first ?? 'No moment chosen'}</span>
        <span className="text-meta text-muted">{second}</span>
      </p>
      <div className="flex max-md:flex-col">
        {presets.length > 0 && (
          <ul
            aria-label="Moments"
            className="w-34 shrink-0 border-r border-line p-2 max-md:flex max-md:w-full max-md:overflow-x-auto max-md:border-r-0 max-md:border-b"
          >
            {presets.map((preset) => (
              <li key={preset}>
                <button
                  type="button"
                  className="min-h-8 w-full rounded-tag px-2 text-left whitespace-nowrap hover:bg-hover max-md:min-h-11"
                  onClick={() => props.onPreset(preset)}
                >
                  {preset}
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex-1 px-3 py-2">
          <Calendar
            value={at}
            zone={zone}
            now={now}
            from={props.from}
            to={props.to}
            onChange={props.onChange}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2">
        <TimeOfDay key={`${at} ${zone}`} {...{ at, zone, now }} onChange={props.onChange} />
        {onZone ? (
          <PickOne label="Times are in" options={zoneOptions} value={zone} onPick={onZone} />
        ) : (
          <span className="text-muted">{zone === 'UTC' ? 'UTC' : 'Local time'}</span>
        )}
        <Button kind="primary" className="ml-auto max-md:w-full" onClick={props.onDone}>
          Done
        </Button>
      </div>
    </>
  )
}

/** The time of the chosen day; what is no time is left as it was. */
function TimeOfDay(props: {
  at: number | null
  zone: Zone
  now: number
  onChange: (at: number) => void
}) {
  const { at, zone, now } = props
  const [text, setText] = useState(at === null ? '' : timeOfMoment(at, zone))
  const take = () => {
    const day = textOfMoment(at ?? now, zone).slice(0, 10)
    const next = /^\d{1,2}:\d\d(:\d\d)?$/.test(text)
      ? momentOfText(`${day} ${text.padStart(5, '0')}`, zone, now)
      : null
    if (next === null) setText(at === null ? '' : timeOfMoment(at, zone))
    else if (next !== at) props.onChange(next)
  }
  return (
    <label className="flex items-center gap-2 text-muted">
      Time
      <input
        className="h-7 w-24 rounded-base border border-control-border bg-bg px-2 text-text tabular-nums max-md:h-11 max-md:text-lead"
        placeholder="08:00"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
    </label>
  )
}
