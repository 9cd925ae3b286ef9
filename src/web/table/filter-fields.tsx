import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { menuItemClass } from '#web/ui/popover.tsx'
import type { ChoiceFilter, Filter, TextFilter, TimeFilter } from './filter.ts'
import {
  type Zone,
  type TimeRangeName,
  type TimeSearch,
  fieldTextOf,
  momentOfField,
  zones,
  ranges,
  rangeLabels,
} from './time-range.ts'

/** The controls of a filter, in a popover or in the phone's sheet. */
export function FilterFields(props: { filter: Filter; onDone: () => void }) {
  const { filter } = props
  if (filter.kind === 'time') return <TimeFields filter={filter} onDone={props.onDone} />
  return filter.kind === 'choice' ? (
    <Choices filter={filter} onDone={props.onDone} />
  ) : (
    <TextField filter={filter} onDone={props.onDone} />
  )
}

const fieldClass =
  'h-8 min-w-0 flex-1 rounded-base border border-control-border bg-bg px-2 max-md:h-11 max-md:text-lead'

/** More options than these are found by a part of their names. */
const manyOptions = 12

function Choices(props: { filter: ChoiceFilter; onDone: () => void }) {
  const { filter } = props
  const name = useId()
  const [part, setPart] = useState('')
  const find =
    filter.find ??
    (filter.options.length > manyOptions ? { text: part, onText: setPart } : undefined)
  const lowerPart = part.toLowerCase()
  const options = filter.options.filter(({ label }) => label.toLowerCase().includes(lowerPart))
  const choose = (value: string, isChosen: boolean) => {
    const others = filter.isMultiple ? filter.selected.filter((one) => one !== value) : []
    filter.onChange(isChosen ? [...others, value] : others)
  }
  return (
    <fieldset className="grid max-h-96 overflow-y-auto">
      <legend className="sr-only">{filter.label}</legend>
      {find && (
        <input
          type="search"
          aria-label={`Find ${filter.label.toLowerCase()} by name`}
          placeholder="Find by name"
          value={find.text}
          className={`${fieldClass} m-1`}
          onChange={(event) => find.onText(event.currentTarget.value)}
        />
      )}
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-8 items-center gap-2 rounded-base px-2 text-table hover:bg-hover max-md:min-h-11"
        >
          <input
            type={filter.isMultiple ? 'checkbox' : 'radio'}
            name={name}
            className="size-4 accent-accent"
            checked={filter.selected.includes(option.value)}
            onChange={(event) => choose(option.value, event.currentTarget.checked)}
          />
          {option.mark}
          {option.label}
          {option.count !== undefined && (
            <span className="ml-auto pl-4 text-muted tabular-nums">
              {option.count.toLocaleString('en')}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function TextField(props: { filter: TextFilter; onDone: () => void }) {
  const { filter } = props
  const { suggestions = [] } = filter
  const label = filter.hint ?? `${filter.label} ${filter.isExact ? 'is' : 'contains'}`
  const apply = (text: string) => {
    filter.onChange(text.trim() || undefined)
    props.onDone()
  }
  return (
    <>
      <form
        className="flex gap-2 p-1"
        onSubmit={(event) => {
          event.preventDefault()
          const text = new FormData(event.currentTarget).get('text')
          apply(typeof text === 'string' ? text : '')
        }}
      >
        <input
          type="text"
          name="text"
          aria-label={label}
          placeholder={label}
          defaultValue={filter.value}
          className={fieldClass}
        />
        <Button type="submit">Apply</Button>
      </form>
      {suggestions.length > 0 && (
        <ul
          aria-label={`Known: ${filter.label.toLowerCase()}`}
          className="max-h-72 overflow-y-auto"
        >
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button
                type="button"
                className={menuItemClass}
                aria-current={suggestion === filter.value ? 'true' : undefined}
                onClick={() => apply(suggestion)}
              >
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const timeFieldClass =
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
        className={timeFieldClass}
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
