import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { counted } from '#domain/common/counted.ts'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { TextField } from '#web/form/field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { spokenOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { type Draft, type DraftProblems, endOf, endsOf } from './draft.ts'

/** When an override ends by itself: a choice, or a moment. */
export function EndField(props: {
  settings: OverrideSettings
  draft: Pick<Draft, 'end' | 'date'>
  error: string | undefined
  onChange: (change: Partial<Pick<Draft, 'end' | 'date'>>) => void
}) {
  const { settings, draft, error, onChange } = props
  const now = useNow()
  const at = endOf(draft, now)
  return (
    <div className="grid content-start gap-2">
      <SelectField
        label="Ends"
        error={draft.end === 'date' ? null : (error ?? null)}
        hint={hintOf(draft.end, at, settings)}
        value={draft.end}
        options={endsOf(settings)}
        onChange={(end) => onChange({ end })}
      />
      {draft.end === 'date' && (
        <DateTimeField
          label="Moment"
          from={now}
          error={error ?? null}
          value={draft.date}
          onChange={(date) => onChange({ date })}
        />
      )}
    </div>
  )
}

/** Ticket of an override, beside its end. */
export function TicketAndEnd(props: {
  settings: OverrideSettings
  draft: Draft
  problems: DraftProblems
  onChange: (change: Partial<Draft>) => void
}) {
  const { settings, draft, problems, onChange } = props
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <TextField
        label="Ticket, optional"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="Key or address"
        value={draft.ticket}
        error={problems.ticket ?? null}
        onChange={(event) => onChange({ ticket: event.currentTarget.value })}
      />
      <EndField settings={settings} draft={draft} error={problems.date} onChange={onChange} />
    </div>
  )
}

function hintOf(end: Draft['end'], at: number | null | undefined, settings: OverrideSettings) {
  const limit = settings.most_days === null ? '' : ` At most ${counted(settings.most_days, 'day')}.`
  if (at != null) return `${spokenOf(at).replace('\n', ', ')}.${limit}`
  if (end === 'never') return 'In effect until someone withdraws it.'
  return end === 'default' ? `The organization has set this.${limit}` : limit
}
