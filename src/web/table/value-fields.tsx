import { skipToken, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { layerItemClass } from '#web/ui/layer.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { type ChoiceFilter, inForce, type Suggestion, type TextFilter } from './filter.ts'

/** The values of a filter to choose from, or a text to type. */
export default function ValueFields(props: {
  filter: ChoiceFilter | TextFilter
  onDone: () => void
}) {
  const { filter, onDone } = props
  return filter.kind === 'choice' ? (
    <Choices filter={filter} onDone={onDone} />
  ) : (
    <TextField filter={filter} onDone={onDone} />
  )
}

const fieldClass =
  'h-8 min-w-0 flex-1 rounded-base border border-control-border bg-bg px-2 max-md:h-11 max-md:text-lead'

/** More options than these are found by a part of their names. */
const manyOptions = 12

function Choices(props: { filter: ChoiceFilter; onDone: () => void }) {
  const { filter } = props
  const [part, setPart] = useState('')
  const find =
    filter.find ??
    (filter.options.length > manyOptions ? { text: part, onText: setPart } : undefined)
  const lowerPart = part.toLowerCase()
  const options = filter.options.filter(({ label }) => label.toLowerCase().includes(lowerPart))
  return (
    <fieldset className="grid max-h-96 overflow-y-auto p-0.5">
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
      {filter.isMultiple ? (
        options.map((option) => (
          <CheckLine
            key={option.value}
            label={<OptionFace option={option} />}
            lineClass={optionClass}
            checked={inForce(filter).includes(option.value)}
            onChange={(isChosen) => {
              const others = inForce(filter).filter((one) => one !== option.value)
              filter.onChange(isChosen ? [...others, option.value] : others)
            }}
          />
        ))
      ) : (
        <RadioGroup
          aria-label={filter.label}
          className="grid"
          lineClass={optionClass}
          options={options.map((option) => ({
            value: option.value,
            label: <OptionFace option={option} />,
          }))}
          value={inForce(filter)[0] ?? null}
          onChange={(value) => filter.onChange([value])}
        />
      )}
    </fieldset>
  )
}

const optionClass = 'min-h-8 rounded-tag px-2 hover:bg-hover [&>span:last-child]:flex-1'

/** A value with its mark, and with how many rows it would leave. */
function OptionFace(props: { option: Omit<ChoiceFilter['options'][number], 'value'> }) {
  const { mark, label, count } = props.option
  return (
    <span className="flex items-center gap-2">
      {mark}
      {label}
      {count !== undefined && (
        <span className="ml-auto pl-4 text-muted tabular-nums">{count.toLocaleString('en')}</span>
      )}
    </span>
  )
}

function TextField(props: { filter: TextFilter; onDone: () => void }) {
  const { filter } = props
  const { suggest } = filter
  const { data: suggested } = useQuery({
    queryKey: suggest?.queryKey ?? [],
    queryFn: suggest?.queryFn ?? skipToken,
  })
  const named: readonly Suggestion[] = (filter.suggestions ?? []).map((text) => ({ text }))
  const suggestions = suggested ?? named
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
          {suggestions.map(({ text, count }) => (
            <li key={text}>
              <button
                type="button"
                className={clsx(
                  layerItemClass,
                  'hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2',
                )}
                aria-current={text === filter.value ? 'true' : undefined}
                onClick={() => apply(text)}
              >
                <OptionFace option={{ label: text, ...(count !== undefined && { count }) }} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
