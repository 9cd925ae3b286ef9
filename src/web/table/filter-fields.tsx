import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { menuItemClass } from '../ui/popover.tsx'
import type { ChoiceFilter, Filter, TextFilter } from './filter.ts'
import { TimeFields } from './time-fields.tsx'

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
