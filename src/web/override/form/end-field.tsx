import type { OverrideSettings } from '#contract/organization/organization-settings.ts'
import { controlClass, Field, TextField } from '#web/form/field.tsx'
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
      <Field
        label="Ends"
        error={draft.end === 'date' ? null : error}
        hint={hintOf(draft.end, at, settings)}
      >
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={draft.end}
            onChange={(event) => onChange({ end: event.currentTarget.value as Draft['end'] })}
          >
            {endsOf(settings).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.end === 'date' && (
        <TextField
          label="Moment, UTC"
          type="datetime-local"
          max="9999-12-31T23:59"
          error={error ?? null}
          value={draft.date}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

function hintOf(end: Draft['end'], at: number | null | undefined, settings: OverrideSettings) {
  const most = settings.most_days === null ? '' : ` At most ${settings.most_days} days.`
  if (at != null) return `${spokenOf(at).replace('\n', ', ')}.${most}`
  if (end === 'never') return 'It stands until somebody ends it.'
  return end === 'default' ? `The organization has set this.${most}` : most
}
