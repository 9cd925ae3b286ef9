import { overridableTypes } from '#contract/attestation/types/kind.ts'
import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { TextArea, TextField } from '#web/form/field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Draft, DraftProblems } from './draft.ts'
import { TicketAndEnd } from './end-field.tsx'

const address = { type: 'url', autoCapitalize: 'off', spellCheck: false } as const

/** Why, on what ticket, until when, and what protects meanwhile. */
export function FormFields(props: {
  draft: Draft
  settings: OverrideSettings
  problems: DraftProblems
  /** The type to choose where nothing says which; null where something does. */
  type: string | null
  onType: (type: string) => void
  onChange: (change: Partial<Draft>) => void
}) {
  const { draft, problems, onChange } = props
  const textOf = (field: 'reason' | 'description' | 'origin_url' | 'control' | 'user_data') => ({
    value: draft[field],
    error: problems[field] ?? null,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [field]: event.currentTarget.value }),
  })
  return (
    <>
      {props.type !== null && (
        <SelectField
          label="Type of the evidence"
          hint="Nothing was reported that would say it"
          value={props.type}
          options={overridableTypes.map((type) => ({ value: type, label: lookOf(type).label }))}
          onChange={props.onType}
        />
      )}
      <TextArea
        label="Reason"
        required
        rows={3}
        hint="Shown wherever this verdict shows, and in every audit package."
        {...textOf('reason')}
      />
      <TicketAndEnd {...{ draft, problems, onChange }} settings={props.settings} />
      <TextField
        label="Compensating control, optional"
        placeholder="What protects us meanwhile?"
        {...textOf('control')}
      />
      <div className="text-table">
        <Disclosure label="More: description, origin, user data">
          <div className="mt-3 grid gap-4">
            <TextField label="Description" {...textOf('description')} />
            <TextField
              label="Origin"
              {...address}
              placeholder="https://"
              hint="Where it was decided: a meeting, a build, a chat"
              {...textOf('origin_url')}
            />
            <TextArea
              label="User data"
              isCode
              rows={4}
              spellCheck={false}
              hint="Any JSON, kept as it is"
              {...textOf('user_data')}
            />
          </div>
        </Disclosure>
      </div>
    </>
  )
}
