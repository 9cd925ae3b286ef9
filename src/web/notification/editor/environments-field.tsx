import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { selectorBody } from '#web/record/selector.ts'
import { SelectorFields } from '#web/record/selector-fields.tsx'
import { counted } from '#domain/common/counted.ts'
import { PickField } from '#web/form/pick-field.tsx'
import { triggerLabels } from '#web/notification/labels.ts'
import { environmentNamesQuery, selectedQuery } from '#web/notification/queries.ts'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import type { EditedNotification } from './draft.ts'

/** Environments that a rule watches by their names, of the form around it. */
export function EnvironmentsField(props: { org: string }) {
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  const { data } = useQuery({
    ...environmentNamesQuery(props.org, asked),
    placeholderData: keepPreviousData,
  })
  const { field, fieldState } = useController<EditedNotification, 'environments'>({
    name: 'environments',
  })
  const triggers = useWatch<EditedNotification, 'triggers'>({ name: 'triggers' })
  const found = data?.environments ?? []
  const more = data ? data.total_count - found.length : 0
  const isOfVerdicts = triggers.some((trigger) => triggerLabels[trigger].of === 'environment')
  const unjudged = found.filter(
    ({ name, type, policies }) =>
      isOfVerdicts && field.value.includes(name) && type !== 'logical' && policies.length === 0,
  )
  return (
    <PickField
      label="Environments, by name"
      find="Find environments by name"
      none="No environment of this name."
      text={text}
      onText={setText}
      found={data?.environments.map(({ name }) => name)}
      selected={field.value}
      error={fieldState.error?.message ?? null}
      hint={[
        `${field.value.length} chosen${more > 0 ? `; ${more} more to find` : ''}.`,
        ...(unjudged.length > 0 ? [unjudgedLabels(unjudged.map(({ name }) => name))] : []),
      ].join(' ')}
      onChange={field.onChange}
    />
  )
}

/** "staging, lab have no policy: their verdicts never change." */
const unjudgedLabels = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} has no policy: its verdict never changes.`
    : `${names.join(', ')} have no policy: their verdicts never change.`

/** Environments that a rule watches by what they are, those of tomorrow too. */
export function SelectorField(props: { org: string }) {
  return (
    <div className="grid min-w-0 gap-3">
      <SelectorFields
        name="selector"
        legend="Environments, by what they are"
        placeholders={{ tags: 'tier:prod', name_pattern: 'prod-*' }}
        hasTypes
      />
      <Matches org={props.org} />
    </div>
  )
}

const shown = 12
const pause = 400

/** Which environments fit now. */
function Matches(props: { org: string }) {
  const typed = selectorBody(useWatch<EditedNotification, 'selector'>({ name: 'selector' }))
  const selector = JSON.parse(useDebouncedValue(JSON.stringify(typed), pause)) as typeof typed
  const { tags, types, name_pattern } = selector ?? {}
  const asked = { tag: tags ?? null, type: types ?? null, name_pattern: name_pattern ?? null }
  const { data, isError } = useQuery({
    ...selectedQuery(props.org, asked),
    enabled: selector !== null,
    placeholderData: keepPreviousData,
  })
  if (selector === null) return null
  if (!data) {
    return <p className="text-meta text-muted">{isError ? 'Matches could not be loaded.' : '…'}</p>
  }
  const names = data.environments.map(({ name }) => name)
  const more = names.length - shown
  return (
    <p className="text-meta wrap-anywhere text-muted">
      <span className="font-medium text-text">
        {counted(names.length, 'environment')} {names.length === 1 ? 'matches' : 'match'} now
      </span>
      {names.length > 0 && `: ${names.slice(0, shown).join(', ')}`}
      {more > 0 && ` and ${more} more`}
    </p>
  )
}
