import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { DateTimeField } from '#web/form/date-time-field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { spokenOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'
import { type Draft, endOf, endsOf } from './draft.ts'

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

function hintOf(end: Draft['end'], at: number | null | undefined, settings: OverrideSettings) {
  const limit = settings.most_days === null ? '' : ` At most ${settings.most_days} days.`
  if (at != null) return `${spokenOf(at).replace('\n', ', ')}.${limit}`
  if (end === 'never') return 'In effect until someone withdraws it.'
  return end === 'default' ? `The organization has set this.${limit}` : limit
}
