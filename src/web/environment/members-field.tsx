import { useState } from 'react'
import { PickField } from '#web/form/pick-field.tsx'
import { useFound } from '#web/record/use-found.ts'
import { physicalEnvironmentsQuery } from '#web/record/known-records.ts'

/** Which physical environments a logical one includes: found by a part of their names. */
export function MembersField(props: {
  org: string
  selected: readonly string[]
  error: string | null
  onChange: (selected: string[]) => void
}) {
  const { org, selected, error, onChange } = props
  const [text, setText] = useState('')
  const { data, found } = useFound(text, (name) => physicalEnvironmentsQuery(org, name))
  const more = data ? data.total_count - data.environments.length : 0
  return (
    <PickField
      label="Included environments"
      find="Find environments by name"
      none="No physical environment of this name."
      text={text}
      onText={setText}
      found={found?.environments.map(({ name }) => name)}
      selected={selected}
      error={error}
      hint={`${selected.length} included${more > 0 ? `; ${more} more by name` : ''}`}
      onChange={onChange}
    />
  )
}
