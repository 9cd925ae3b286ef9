import { TokenField } from './token-field.tsx'

/** Some of many things by name, found by a part of it. */
export function PickField(props: {
  label: string
  /** Placeholder while nothing is chosen. */
  find: string
  /** Instead of the list, when nothing is found. */
  none: string
  text: string
  onText: (text: string) => void
  /** Names that fit the text; undefined until they answer it. */
  found: readonly string[] | undefined
  /** Description beside a name, before it is chosen. */
  noteOf?: (name: string) => string | undefined
  selected: readonly string[]
  error?: string | null
  hint: string
  onChange: (selected: string[]) => void
}) {
  const { label, find, none, text, onText, found, noteOf, selected, error, hint, onChange } = props
  const others = found?.filter((name) => !selected.includes(name))
  const areAllSelected = others?.length === 0 && found !== undefined && found.length > 0
  return (
    <TokenField
      label={label}
      placeholder={find}
      none={areAllSelected ? 'Everything that was found is selected.' : none}
      tokens={selected.map((name) => ({ key: name, label: name }))}
      text={text}
      onText={onText}
      options={others?.map((name) => {
        const note = noteOf?.(name)
        return { value: name, ...(note && { note }) }
      })}
      error={error ?? null}
      hint={hint}
      onAdd={(name) => onChange([...selected, name].sort())}
      onRemove={(name) => onChange(selected.filter((one) => one !== name))}
    />
  )
}
