import { useId } from 'react'
import { controlClass, FieldNote } from './field.tsx'

/** Some of many things by name, found by a part of it. */
export function PickField(props: {
  label: string
  /** What the field above the list is for. */
  find: string
  /** Instead of the list, when nothing is found. */
  none: string
  text: string
  onText: (text: string) => void
  /** Names that fit the text; undefined while they load. */
  found: readonly string[] | undefined
  selected: readonly string[]
  error?: string | null
  hint: string
  onChange: (selected: string[]) => void
}) {
  const { found, selected, onChange } = props
  const id = useId()
  const others = (found ?? []).filter((name) => !selected.includes(name))
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={id}>
      <legend className="mb-1.5 text-table font-medium">{props.label}</legend>
      <input
        className={controlClass}
        aria-label={props.find}
        placeholder="Find by name"
        autoCapitalize="off"
        spellCheck={false}
        value={props.text}
        onChange={(event) => props.onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <ul className="max-h-56 overflow-y-auto rounded-base border border-line p-1">
        {[...selected, ...others].map((name) => (
          <li key={name}>
            <label className="flex min-h-7 items-center gap-2 rounded-base px-2 text-table hover:bg-hover max-md:min-h-11">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={selected.includes(name)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...selected, name].sort()
                      : selected.filter((one) => one !== name),
                  )
                }
              />
              <span className="wrap-anywhere">{name}</span>
            </label>
          </li>
        ))}
        {selected.length + others.length === 0 && (
          <li className="px-2 py-1 text-table text-muted">{found ? props.none : 'Loading'}</li>
        )}
      </ul>
      <FieldNote id={id} error={props.error ?? null} hint={props.hint} />
    </fieldset>
  )
}
