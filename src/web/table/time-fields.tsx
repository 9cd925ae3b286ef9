import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateTimeInput, isNoMoment, type TypedMoment } from '#web/ui/date-time-input.tsx'
import { textOfMoment, type Zone } from '#web/ui/moment-text.ts'
import { PickOne } from '#web/ui/pick-one.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { spokenOf } from '#web/ui/time-text.ts'
import type { TimeFilter } from './filter.ts'
import { rangeLabels, ranges, type TimeSearch } from './time-range.ts'

const rangeOptions = ranges.map((value) => ({ value, label: rangeLabels[value] }))
const zoneOptions = [
  { value: 'UTC', label: 'UTC' },
  { value: 'local', label: 'Local time' },
] as const

/** The picker of a stretch of time: a relative one, or two moments in UTC or local time. */
export default function TimeFields(props: { filter: TimeFilter; onDone: () => void }) {
  const { filter } = props
  const isAbsolute = filter.value.from_timestamp != null || filter.value.to_timestamp != null
  const defaultRange = ranges.find((range) => rangeLabels[range] === filter.defaultValue)
  return (
    <div className="grid w-80 max-w-full gap-1 max-md:w-full">
      <RadioGroup
        aria-label={`${filter.label} in the`}
        className="grid"
        lineClass="min-h-8 rounded-tag px-2 hover:bg-hover"
        options={rangeOptions}
        value={(isAbsolute ? undefined : (filter.value.range ?? defaultRange)) ?? null}
        onChange={(range) =>
          filter.onChange({ range, from_timestamp: undefined, to_timestamp: undefined })
        }
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

const typedOf = (at: number | null | undefined): TypedMoment => ({
  text: textOfMoment(at, 'UTC'),
  at: at ?? null,
})

function Moments(props: {
  value: TimeSearch
  onApply: (from: number | undefined, to: number | undefined) => void
}) {
  const [zone, setZone] = useState<Zone>('UTC')
  const [from, setFrom] = useState(typedOf(props.value.from_timestamp))
  const [to, setTo] = useState(typedOf(props.value.to_timestamp))
  const isBackwards = from.at !== null && to.at !== null && from.at > to.at
  const cannotApply = isBackwards || isNoMoment(from) || isNoMoment(to)
  // The same moments on another clock.
  const turnTo = (next: Zone) => {
    const on = ({ text, at }: TypedMoment) => ({
      text: at === null ? text : textOfMoment(at, next),
      at,
    })
    setZone(next)
    setFrom(on(from))
    setTo(on(to))
  }
  return (
    <form
      className="grid gap-2 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!cannotApply) props.onApply(from.at ?? undefined, to.at ?? undefined)
      }}
    >
      <MomentField label="From" value={from} zone={zone} onChange={setFrom} />
      <MomentField label="To" value={to} zone={zone} onChange={setTo} />
      <div className="flex items-center gap-3">
        <PickOne label="Times are in" options={zoneOptions} value={zone} onPick={turnTo} />
        <Button type="submit" className="ml-auto" disabled={cannotApply}>
          Apply
        </Button>
      </div>
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
  value: TypedMoment
  zone: Zone
  onChange: (value: TypedMoment) => void
}) {
  const { label, value, zone } = props
  return (
    <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 text-table">
      <span aria-hidden="true" className="text-muted">
        {label}
      </span>
      <DateTimeInput
        label={label}
        aria-label={label}
        aria-invalid={isNoMoment(value) ? true : undefined}
        zone={zone}
        value={value}
        onChange={props.onChange}
      />
      <p
        role="status"
        className="col-start-2 text-meta whitespace-pre-line text-muted empty:hidden"
      >
        {isNoMoment(value) && 'Not a time: try 2 hours ago'}
        {value.at !== null && spokenOf(value.at)}
      </p>
    </div>
  )
}
