import { type ReactNode, useState } from 'react'
import { DateTimeInput, isNoMoment, type TypedMoment } from '#web/ui/date-time-input.tsx'
import { textOfMoment, type Zone } from '#web/ui/moment-text.ts'
import { spokenOf } from '#web/ui/time-text.ts'
import { Field } from './field.tsx'

/** A labelled field for a moment. It names its clock, and says below in both what was typed. */
export function DateTimeField(props: {
  label: string
  /** Unix seconds; null for none. */
  value: number | null
  zone?: Zone
  error?: string | null
  /** Stands there while nothing is typed. */
  hint?: ReactNode
  from?: number
  to?: number
  presets?: readonly string[]
  disabled?: boolean
  /** @param isWrong what is typed is no moment; then there is none to send */
  onChange: (at: number | null, isWrong: boolean) => void
}) {
  const { label, value, error, hint, onChange, zone = 'UTC', ...input } = props
  const [typed, setTyped] = useState<TypedMoment>({ text: textOfMoment(value, zone), at: value })
  // The owner's own changes are shown.
  if (typed.at !== value) setTyped({ text: textOfMoment(value, zone), at: value })
  const isWrong = isNoMoment(typed)
  return (
    <Field
      label={`${label}, ${zone === 'UTC' ? 'UTC' : 'local time'}`}
      error={isWrong ? 'Not a time: try 2026-11-20 08:00, or 2 hours ago' : (error ?? null)}
      hint={
        typed.at === null ? (
          hint
        ) : (
          <span className="whitespace-pre-line tabular-nums">{spokenOf(typed.at)}</span>
        )
      }
    >
      {(control) => (
        <DateTimeInput
          {...control}
          {...input}
          label={label}
          zone={zone}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            if (next.at !== value || isNoMoment(next) !== isWrong)
              onChange(next.at, isNoMoment(next))
          }}
        />
      )}
    </Field>
  )
}
