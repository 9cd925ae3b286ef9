import { clsx } from 'clsx'
import { useId } from 'react'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { FieldNote } from '#web/form/field.tsx'

const choices = [
  {
    verdict: 'compliant',
    value: true,
    label: 'Compliant',
    hint: 'Accept in spite of the evidence',
  },
  {
    verdict: 'non-compliant',
    value: false,
    label: 'Non-compliant',
    hint: 'Reject, whatever is reported',
  },
] as const

/** Two verdicts side by side, of which none is chosen before somebody does. */
export function VerdictChoice(props: {
  value: boolean | null
  error: string | undefined
  onChange: (verdict: boolean) => void
}) {
  const name = useId()
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      role="radiogroup"
      aria-required="true"
      aria-invalid={props.error ? true : undefined}
      aria-describedby={`${name}-note`}
    >
      <legend className="mb-1.5 text-table font-medium">From now on it counts as</legend>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {choices.map(({ verdict, value, label, hint }) => {
          const isChosen = props.value === value
          return (
            <label
              key={verdict}
              className={clsx(
                'flex cursor-pointer gap-3 rounded-card border px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                isChosen
                  ? 'border-accent bg-accent-tint inset-ring inset-ring-accent'
                  : 'border-control-border hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={isChosen}
                onChange={() => props.onChange(value)}
              />
              <VerdictMark verdict={verdict} size={16} silent className="mt-0.5" />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-table text-muted">{hint}</span>
              </span>
            </label>
          )
        })}
      </div>
      <FieldNote id={`${name}-note`} error={props.error} />
    </fieldset>
  )
}
