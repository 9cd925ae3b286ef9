import { useId } from 'react'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { FieldNote } from '#web/form/field.tsx'
import { RadioCards } from '#web/ui/radio-group.tsx'

const choices = [
  {
    value: 'true',
    label: 'Compliant',
    hint: 'Accept despite the evidence',
    icon: <VerdictMark verdict="compliant" size={16} silent className="mt-0.5" />,
  },
  {
    value: 'false',
    label: 'Non-compliant',
    hint: 'Reject, whatever is reported',
    icon: <VerdictMark verdict="non-compliant" size={16} silent className="mt-0.5" />,
  },
]

/** Two verdicts side by side, of which none is chosen before somebody does. */
export function VerdictChoice(props: {
  value: boolean | null
  /** Verdict of the evidence, where it is one piece and there is any. */
  reported?: boolean | undefined
  error: string | undefined
  onChange: (verdict: boolean) => void
}) {
  const name = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <p id={name} className="mb-1.5 text-table font-medium">
        From now on it counts as
      </p>
      <RadioCards
        aria-labelledby={name}
        aria-required="true"
        aria-invalid={props.error ? true : undefined}
        aria-describedby={`${name}-note`}
        className="grid grid-cols-2 gap-4 max-md:grid-cols-1"
        value={props.value === null ? null : String(props.value)}
        options={choices.map((one) =>
          one.value === String(props.reported) ? { ...one, hint: 'As the evidence says' } : one,
        )}
        onChange={(value) => props.onChange(value === 'true')}
      />
      <FieldNote id={`${name}-note`} error={props.error} />
    </div>
  )
}
