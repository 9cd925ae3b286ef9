import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { triggerLabels } from '#web/notification/labels.ts'
import { environmentNamesQuery } from '#web/record/known-records.ts'
import { MatchingNow, useSelectedEnvironments } from '#web/record/selected-environments.tsx'
import { selectorBody } from '#web/record/selector.ts'
import { SelectorField, selectorError } from '#web/record/selector-field.tsx'
import { useFound } from '#web/record/use-found.ts'
import type { EditedNotification } from './draft.ts'

/**
 * Environments that a rule watches, of the form around it: by their names, and by what they are,
 * those of tomorrow too.
 */
export function EnvironmentsField(props: { org: string }) {
  const { org } = props
  const [text, setText] = useState('')
  const { data, found } = useFound(text, (name) => environmentNamesQuery(org, name))
  const names = useController<EditedNotification, 'environments'>({ name: 'environments' })
  const selector = useController<EditedNotification, 'selector'>({ name: 'selector' })
  const triggers = useWatch<EditedNotification, 'triggers'>({ name: 'triggers' })
  const selected = names.field.value
  const isOfVerdicts = triggers.some((trigger) => triggerLabels[trigger].of === 'environment')
  const withoutPolicy = data?.environments.filter(
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
        found: found?.environments.map(({ name }) => name),
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
          {withoutPolicy &&
            withoutPolicy.length > 0 &&
            ` ${withoutPolicyText(withoutPolicy.map((one) => one.name))}`}
        </>
      }
      onChange={selector.field.onChange}
    />
  )
}

/** "staging, lab have no policy: their verdicts never change." */
const withoutPolicyText = (names: readonly string[]) =>
  names.length === 1
    ? `${names[0]} has no policy: its verdict never changes.`
    : `${names.join(', ')} have no policy: their verdicts never change.`

/** Which environments the rule watches now, those chosen by name among them. */
function Matches(props: { org: string; names: readonly string[] }) {
  const selector = useWatch<EditedNotification, 'selector'>({ name: 'selector' })
  const { found, isError } = useSelectedEnvironments(props.org, selector)
  if (!found) return isError ? 'Matches could not be loaded.' : '…'
  const names = new Set([...props.names, ...found.map(({ name }) => name)])
  if (selectorBody(selector) === null && names.size === 0) {
    return 'At least one name, tag, type or pattern.'
  }
  return <MatchingNow names={[...names]} />
}
