import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { fieldTextOf, momentOfField, type Zone, zones } from './field-time.ts'
import type { TimeFilter } from './filter.ts'
import { type TimeRangeName, ranges } from './ranges.ts'
import { rangeLabels, type TimeSearch } from './time-range.ts'

const fieldClass =
  'h-8 min-w-0 rounded-base border border-control-border bg-bg px-2 text-table max-md:h-11 max-md:text-lead'

/** The picker of a stretch of time: a relative one, or two moments in UTC or local time. */
export function TimeFields(props: { filter: TimeFilter; onDone: () => void }) {
  const { filter } = props
  const isAbsolute = filter.value.from_timestamp != null || filter.value.to_timestamp != null
  const choose = (range: TimeRangeName) =>
    filter.onChange({ range, from_timestamp: undefined, to_timestamp: undefined })
  return (
    <div className="grid gap-1">
      <Presets
        label={filter.label}
        selected={isAbsolute ? undefined : filter.value.range}
        onChoose={choose}
      />
      <hr className="border-line" />
      <Moments
        key={JSON.stringify(filter.value)}
        value={filter.value}
        onApply={(from_timestamp, to_timestamp) => {
          filter.onChange({ range: undefined, from_timestamp, to_timestamp })
          props.onDone()
        }}
      />
    </div>
  )
}

function Presets(props: {
  label: string
  selected: TimeRangeName | undefined
  onChoose: (range: TimeRangeName) => void
}) {
  const name = useId()
  return (
    <fieldset className="grid">
      <legend className="sr-only">{props.label} in the</legend>
      {ranges.map((range) => (
        <label
          key={range}
          className="flex min-h-8 items-center gap-2 rounded-base px-2 text-table hover:bg-hover max-md:min-h-11"
        >
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent"
            checked={props.selected === range}
            onChange={() => props.onChoose(range)}
          />
          {rangeLabels[range]}
        </label>
      ))}
    </fieldset>
  )
}

function Moments(props: {
  value: TimeSearch
  onApply: (from: number | undefined, to: number | undefined) => void
}) {
  const [zone, setZone] = useState<Zone>('UTC')
  const [from, setFrom] = useState(props.value.from_timestamp ?? undefined)
  const [to, setTo] = useState(props.value.to_timestamp ?? undefined)
  const name = useId()
  const isBackwards = from !== undefined && to !== undefined && from > to
  return (
    <form
      className="grid gap-2 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBackwards) props.onApply(from, to)
      }}
    >
      <MomentField label="From" value={from} zone={zone} onChange={setFrom} />
      <MomentField label="To" value={to} zone={zone} onChange={setTo} />
      <fieldset className="flex items-center gap-3 text-table">
        <legend className="sr-only">Times are in</legend>
        {zones.map((one) => (
          <label key={one} className="flex items-center gap-1.5 max-md:min-h-11">
            <input
              type="radio"
              name={name}
              className="size-4 accent-accent"
              checked={zone === one}
              onChange={() => setZone(one)}
            />
            {one === 'UTC' ? 'UTC' : 'Local time'}
          </label>
        ))}
        <Button type="submit" className="ml-auto" disabled={isBackwards}>
          Apply
        </Button>
      </fieldset>
      {isBackwards && (
        <p role="alert" className="text-meta font-medium">
          From is later than to.
        </p>
      )}
    </form>
  )
}

function MomentField(props: {
  label: string
  value: number | undefined
  zone: Zone
  onChange: (at: number | undefined) => void
}) {
  const { value, zone } = props
  const [text, setText] = useState({ zone, of: fieldTextOf(value, zone) })
  // The same moment on another clock.
  if (text.zone !== zone) setText({ zone, of: fieldTextOf(value, zone) })
  return (
    <label className="grid grid-cols-[40px_minmax(0,1fr)] items-center gap-2 text-table">
      <span className="text-muted">{props.label}</span>
      <input
        type="datetime-local"
        step="any"
        max="9999-12-31T23:59"
        className={fieldClass}
        value={text.of}
        onChange={(event) => {
          const of = event.currentTarget.value
          setText({ zone, of })
          props.onChange(momentOfField(of, zone))
        }}
      />
    </label>
  )
}
