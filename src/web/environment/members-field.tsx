import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { controlClass, FieldNote } from '../form/field.tsx'
import { physicalEnvironmentsQuery } from './queries.ts'

/** Which physical environments a logical one includes: found by a part of their names. */
export function MembersField(props: {
  org: string
  selected: readonly string[]
  error: string | null
  onChange: (selected: string[]) => void
}) {
  const { org, selected, error, onChange } = props
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  const { data } = useQuery({
    ...physicalEnvironmentsQuery(org, asked),
    placeholderData: keepPreviousData,
  })
  const found = data?.environments.map(({ name }) => name) ?? []
  const others = found.filter((name) => !selected.includes(name))
  const more = data ? data.total_count - data.environments.length : 0
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby="members-note">
      <legend className="mb-1.5 text-table font-medium">Included environments</legend>
      <input
        className={controlClass}
        aria-label="Find environments by name"
        placeholder="Find by name"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
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
          <li className="px-2 py-1 text-table text-muted">
            {data ? 'No physical environment of this name.' : 'Loading'}
          </li>
        )}
      </ul>
      <FieldNote
        id="members-note"
        error={error}
        hint={`${selected.length} included${more > 0 ? `; ${more} more by name` : ''}`}
      />
    </fieldset>
  )
}
