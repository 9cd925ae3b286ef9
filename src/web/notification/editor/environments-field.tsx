import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { counted } from '#domain/common/counted.ts'
import { triggerLabels } from '#web/notification/labels.ts'
import { environmentNamesQuery, selectedQuery } from '#web/notification/queries.ts'
import { SelectorField, selectorError } from '#web/record/selector-field.tsx'
import { selectorBody } from '#web/record/selector.ts'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import type { EditedNotification } from './draft.ts'

/**
 * Environments that a rule watches, of the form around it: by their names, and by what they are,
 * those of tomorrow too.
 */
export function EnvironmentsField(props: { org: string }) {
  const { org } = props
  const [text, setText] = useState('')
  const { data } = useQuery({
    ...environmentNamesQuery(org, useDeferredValue(text)),
    placeholderData: keepPreviousData,
  })
  const names = useController<EditedNotification, 'environments'>({ name: 'environments' })
  const selector = useController<EditedNotification, 'selector'>({ name: 'selector' })
  const triggers = useWatch<EditedNotification, 'triggers'>({ name: 'triggers' })
  const selected = names.field.value
  const isOfVerdicts = triggers.some((trigger) => triggerLabels[trigger].of === 'environment')
  const unjudged = data?.environments.filter(
    ({ name, type, policies }) =>
      isOfVerdicts && selected.includes(name) && type !== 'logical' && policies.length === 0,
  )
  return (
    <SelectorField
      org={org}
      record="environment"
      label="Environments"
      named={{
        selected,
        found: data?.environments.map(({ name }) => name),
        onText: setText,
        onChange: names.field.onChange,
      }}
      selector={selector.field.value}
      error={
        names.fieldState.error?.message ?? selectorError(selector.formState.errors['selector'])
      }
      hint={
        <>
          <Matches org={org} names={selected} />
          {unjudged && unjudged.length > 0 && ` ${unjudgedLabels(unjudged.map((one) => one.name))}`}
        </>
      }
      onChange={selector.field.onChange}
    />
  )
}

/** "staging, lab have no policy: their verdicts never change." */
const unjudgedLabels = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} has no policy: its verdict never changes.`
    : `${names.join(', ')} have no policy: their verdicts never change.`

const maxNames = 12
const debounceMs = 400

/** Which environments the rule watches now, those chosen by name among them. */
function Matches(props: { org: string; names: readonly string[] }) {
  const typed = selectorBody(useWatch<EditedNotification, 'selector'>({ name: 'selector' }))
  const selector = JSON.parse(useDebouncedValue(JSON.stringify(typed), debounceMs)) as typeof typed
  const { tags, types, name_pattern } = selector ?? {}
  const asked = { tag: tags ?? null, type: types ?? null, name_pattern: name_pattern ?? null }
  const { data, isError } = useQuery({
    ...selectedQuery(props.org, asked),
    enabled: selector !== null,
    placeholderData: keepPreviousData,
  })
  if (selector === null && props.names.length === 0)
    return 'At least one name, tag, type or pattern.'
  if (selector !== null && !data) return isError ? 'Matches could not be loaded.' : '…'
  const found = selector === null ? [] : (data?.environments ?? []).map(({ name }) => name)
  const names = [...new Set([...props.names, ...found])].sort()
  const more = names.length - maxNames
  return (
    <>
      <span className="font-medium text-text">
        {counted(names.length, 'environment')} {names.length === 1 ? 'matches' : 'match'} now
      </span>
      {names.length > 0 && `: ${names.slice(0, maxNames).join(', ')}`}
      {more > 0 && ` and ${more} more`}.
    </>
  )
}
