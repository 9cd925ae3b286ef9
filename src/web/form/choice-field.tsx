import type { ComponentProps } from 'react'

/** One of a few values, each with what it means. */
export function ChoiceField(
  props: {
    label: string
    options: readonly { value: string; label: string; hint: string }[]
    /** Where no form holds the value. */
    isChosen?: (value: string) => boolean
  } & ComponentProps<'input'>,
) {
  const { label, options, isChosen, ...input } = props
  return (
    <fieldset className="grid gap-0.5 disabled:text-muted">
      <legend className="mb-1 text-table font-medium text-text">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-6 items-center gap-2 text-table max-md:min-h-11"
        >
          <input
            type="radio"
            className="size-4 shrink-0 accent-accent"
            value={option.value}
            {...(isChosen && { checked: isChosen(option.value) })}
            {...input}
          />
          <span>
            {option.label} <span className="text-muted">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A choice of yes or no, with what it means beside it. */
export function SwitchField(props: {
  label: string
  hint: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}) {
  return (
    <label className="flex min-h-6 items-center gap-2 text-table max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={props.isOn}
        onChange={(event) => props.onTurn(event.currentTarget.checked)}
      />
      <span>
        {props.label} <span className="text-muted">{props.hint}</span>
      </span>
    </label>
  )
}
