import { skipToken, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { type ChoiceFilter, inForce, type Suggestion, type TextFilter } from './filter.ts'
import { ManyValues, ValueFace } from './many-values.tsx'

/** The values of a filter to choose from, or a text to type. */
export default function ValueFields(props: {
  filter: ChoiceFilter | TextFilter
  /** Text that was typed before they were there. */
  typed: string
  onDone: () => void
}) {
  const { filter, ...rest } = props
  return filter.kind === 'choice' ? (
    <Choices filter={filter} {...rest} />
  ) : (
    <TextField filter={filter} {...rest} />
  )
}

const fieldClass =
  'h-8 min-w-0 flex-1 rounded-base border border-control-border bg-bg px-2 max-md:h-11 max-md:text-lead'

/** In the sheet of phones it stands below the label of its filter. */
const fieldLineClass = 'flex gap-2 p-1 max-md:px-2'

/** More options than these are found by a part of their names. */
const manyOptions = 12

function Choices(props: { filter: ChoiceFilter; typed: string; onDone: () => void }) {
  const { filter } = props
  const { isMultiple, options, find } = filter
  const chosen = inForce(filter)
  const toggle = (value: string) => {
    const others = chosen.filter((one) => one !== value)
    filter.onChange(others.length < chosen.length ? others : [...others, value])
  }
  if (find || options.length > manyOptions) {
    return <ManyChoices {...props} chosen={chosen} onToggle={toggle} />
  }
  return (
    <fieldset className="grid max-h-96 overflow-y-auto p-0.5 max-md:max-h-none">
      <legend className="sr-only">{filter.label}</legend>
      {isMultiple ? (
        options.map((option) => (
          <CheckLine
            key={option.value}
            label={<ValueFace value={option} />}
            lineClass={optionClass}
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
        ))
      ) : (
        <RadioGroup
          aria-label={filter.label}
          className="grid"
          lineClass={optionClass}
          options={options.map((option) => ({
            value: option.value,
            label: <ValueFace value={option} />,
          }))}
          value={chosen[0] ?? null}
          onChange={(value) => filter.onChange([value])}
        />
      )}
    </fieldset>
  )
}

const optionClass = 'min-h-8 rounded-tag px-2 hover:bg-hover [&>span:last-child]:flex-1'

/** Values that are found by a part of their names; of several, each press chooses or lets go. */
function ManyChoices(props: {
  filter: ChoiceFilter
  typed: string
  chosen: readonly string[]
  onToggle: (value: string) => void
  onDone: () => void
}) {
  const { filter, chosen, onToggle, onDone } = props
  const [part, setPart] = useState(props.typed)
  const { text, onText } = filter.find ?? { text: part, onText: setPart }
  const lowerPart = text.trim().toLowerCase()
  return (
    <ManyValues
      label={filter.label}
      values={filter.options.filter(({ label }) => label.toLowerCase().includes(lowerPart))}
      isChosen={(value) => chosen.includes(value)}
      none="Nothing of this name."
      onChoose={(value) => {
        if (filter.isMultiple) return onToggle(value)
        filter.onChange([value])
        onDone()
      }}
    >
      <div className={fieldLineClass}>
        <Command.Input
          aria-label={`Find ${filter.label.toLowerCase()} by name`}
          placeholder="Find by name"
          value={text}
          onValueChange={onText}
          className={fieldClass}
        />
      </div>
    </ManyValues>
  )
}

function TextField(props: { filter: TextFilter; typed: string; onDone: () => void }) {
  const { filter } = props
  const { suggest } = filter
  const [text, setText] = useState(props.typed || (filter.value ?? ''))
  const { data: suggested } = useQuery({
    queryKey: suggest?.queryKey ?? [],
    queryFn: suggest?.queryFn ?? skipToken,
  })
  const named: readonly Suggestion[] = (filter.suggestions ?? []).map((text) => ({ text }))
  const suggestions = suggested ?? named
  const label = filter.hint ?? `${filter.label} ${filter.isExact ? 'is' : 'contains'}`
  const field = {
    'aria-label': label,
    placeholder: label,
    value: text,
    className: fieldClass,
  }
  const apply = (chosen: string) => {
    filter.onChange(chosen.trim() || undefined)
    props.onDone()
  }
  if (!suggest && named.length === 0) {
    return (
      <form
        className={fieldLineClass}
        onSubmit={(event) => {
          event.preventDefault()
          apply(text)
        }}
      >
        <input {...field} type="text" onChange={(event) => setText(event.currentTarget.value)} />
        <Button type="submit">Apply</Button>
      </form>
    )
  }
  const typed = text.trim()
  const isOpened = text === (filter.value ?? '')
  const found = suggestions
    .filter((one) => isOpened || one.text.toLowerCase().includes(typed.toLowerCase()))
    .map((one) => ({ ...one, value: one.text, label: one.text }))
  const isKnown = typed === '' || suggestions.some((one) => one.text === typed)
  return (
    <ManyValues
      label={`Known: ${filter.label.toLowerCase()}`}
      values={found}
      typed={isKnown ? undefined : typed}
      isChosen={(value) => value === filter.value}
      none={suggest && !suggested ? 'Loading' : 'None is known.'}
      onChoose={apply}
    >
      <div className={fieldLineClass}>
        <Command.Input {...field} onValueChange={setText} />
        <Button onClick={() => apply(text)}>Apply</Button>
      </div>
    </ManyValues>
  )
}
