import { useState } from 'react'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { physicalEnvironmentsQuery } from '#web/record/known-records.ts'
import { type EditedSelector, selectorBody } from '#web/record/selector.ts'
import { MatchingNow } from '#web/record/selected-environments.tsx'
import { SelectorField } from '#web/record/selector-field.tsx'
import { useFound } from '#web/record/use-found.ts'
import { Card } from '#web/ui/card.tsx'
import type { WhatIfAction } from './what-if.ts'

const choices = [
  { value: 'save', label: 'The draft is saved', hint: 'as a new version, where it is attached' },
  { value: 'attach', label: 'It is attached', hint: 'to environments, as the draft has it' },
  { value: 'detach', label: 'It is detached', hint: 'from environments' },
] as const

const lengths = [1, 20, 50, 100]

/** Question about a policy: which change, where, and how far back. */
export function WhatIfQuestion(props: {
  org: string
  action: WhatIfAction
  /** Environments by name, and by what they are. */
  names: readonly string[]
  selector: EditedSelector
  /** All that were chosen; null while they are looked up. */
  chosen: readonly string[] | null
  /** Where it is attached now. */
  attached: readonly string[]
  snapshots: number
  onChange: (change: {
    action?: WhatIfAction
    environment?: string[] | undefined
    tag?: string[] | undefined
    type?: EditedSelector['types'] | undefined
    name_pattern?: string | undefined
    snapshots?: number
  }) => void
}) {
  const { org, action, names, selector, chosen, attached, snapshots, onChange } = props
  const [text, setText] = useState('')
  const isAttach = action === 'attach'
  const { found } = useFound(text, (name) => physicalEnvironmentsQuery(org, name), isAttach)
  const findable = isAttach
    ? found?.environments.map((one) => one.name)
    : attached.filter((one) => one.includes(text.trim()))
  return (
    <Card title="What if">
      <div className="grid gap-4 px-4 pt-1 pb-4">
        <ChoiceField
          label="The change"
          options={choices}
          value={action}
          onChange={(next) => onChange({ action: next })}
        />
        <SelectorField
          org={org}
          record="environment"
          label="Environments"
          named={{
            selected: names,
            found: findable,
            onText: setText,
            onChange: (some) => onChange({ environment: some.length > 0 ? some : undefined }),
          }}
          selector={selector}
          error={null}
          hint={
            names.length > 0 || selectorBody(selector) !== null ? (
              chosen ? (
                <MatchingNow names={chosen} />
              ) : (
                '…'
              )
            ) : action === 'attach' ? (
              'At least one name, tag, type or pattern.'
            ) : (
              'Leave empty for every environment that it is attached to'
            )
          }
          onChange={({ tags, types, name_pattern }) =>
            onChange({
              tag: tags.length > 0 ? tags : undefined,
              type: types.length > 0 ? types : undefined,
              name_pattern: name_pattern || undefined,
            })
          }
        />
        <SelectField
          label="How far back"
          hint="Evaluated by what is known now"
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
