import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { PickField } from '#web/form/pick-field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { attachableEnvironmentsQuery } from '#web/policy/queries.ts'
import { Card } from '#web/ui/card.tsx'
import type { WhatIfAction } from './what-if.ts'

const choices = [
  { value: 'save', label: 'The draft is saved', hint: 'as a new version, where it is attached' },
  { value: 'attach', label: 'It is attached', hint: 'to environments, as the draft has it' },
  { value: 'detach', label: 'It is detached', hint: 'from environments' },
] as const

const lengths = [1, 20, 50, 100]

/** What is asked of a policy: which change, where, and how far back. */
export function WhatIfQuestion(props: {
  org: string
  action: WhatIfAction
  environments: string[]
  /** Where it is attached now. */
  attached: readonly string[]
  snapshots: number
  onChange: (change: {
    action?: WhatIfAction
    environment?: string[] | undefined
    snapshots?: number
  }) => void
}) {
  const { org, action, environments, attached, snapshots, onChange } = props
  const [text, setText] = useState('')
  const name = useDeferredValue(text.trim())
  const found = useQuery({
    ...attachableEnvironmentsQuery(org, name),
    placeholderData: keepPreviousData,
    enabled: action === 'attach',
  })
  const names =
    action === 'attach'
      ? found.data?.environments.map((one) => one.name)
      : attached.filter((one) => one.includes(name))
  return (
    <Card title="What if">
      <div className="grid gap-4 px-4 pt-1 pb-4">
        <ChoiceField
          label="The change"
          options={choices}
          value={action}
          onChange={(next) => onChange({ action: next })}
        />
        <PickField
          label="Environments"
          find="Find environments by name"
          none={action === 'attach' ? 'No environment of this name.' : 'It is attached nowhere.'}
          text={text}
          onText={setText}
          found={names}
          selected={environments}
          hint={action === 'attach' ? 'At least one' : 'None is all that it is attached to'}
          onChange={(some) => onChange({ environment: some.length > 0 ? some : undefined })}
        />
        <SelectField
          label="How far back"
          hint="Judged again, by what is known now"
          value={String(snapshots)}
          options={[...new Set([...lengths, snapshots])].map((length) => ({
            value: String(length),
            label: length === 1 ? 'Only what runs now' : `The last ${length} snapshots of each`,
          }))}
          onChange={(value) => onChange({ snapshots: Number(value) })}
        />
      </div>
    </Card>
  )
}
