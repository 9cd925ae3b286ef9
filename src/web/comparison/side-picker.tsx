import { useId, useState } from 'react'
import { fieldTextOf, momentOfField } from '../table/field-time.ts'
import { FieldNote } from '../form/field.tsx'
import { atMoment, latest, momentOf, type Side } from './sides.ts'

const kinds = { latest: 'Latest', number: 'Number', time: 'At a time, UTC' }
type Kind = keyof typeof kinds

const kindOf = (at: string): Kind =>
  at === latest ? 'latest' : momentOf(at) === undefined ? 'number' : 'time'

const controlClass =
  'h-8 min-w-0 rounded-base border border-control-border bg-bg px-2 text-table aria-invalid:border-text aria-invalid:inset-ring aria-invalid:inset-ring-text max-md:h-11 max-md:text-lead'

/** Chooses one side of a comparison: an environment, and its snapshot by number, time or latest. */
export function SidePicker(props: {
  label: string
  side: Side
  /** Environments to choose from; one without a choice is only named. */
  environments: readonly string[]
  error: string | undefined
  onChange: (side: Side) => void
}) {
  const { label, side, environments, error } = props
  const [kind, setKind] = useState<Kind>(kindOf(side.at))
  const note = useId()
  const set = (at: string) => props.onChange({ ...side, at })
  const wrong = {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? note : undefined,
  }
  return (
    <fieldset className="grid min-w-0 flex-1 content-start gap-1.5">
      <legend className="mb-1.5 text-table font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        <select
          aria-label={`${label}: environment`}
          className={`${controlClass} min-w-36 flex-1`}
          value={side.env}
          disabled={environments.length < 2}
          onChange={(event) => props.onChange({ ...side, env: event.currentTarget.value })}
        >
          {[...new Set([side.env, ...environments])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select
          aria-label={`${label}: snapshot`}
          className={controlClass}
          {...(kind === 'latest' ? wrong : {})}
          value={kind}
          onChange={(event) => {
            const next = event.currentTarget.value as Kind
            setKind(next)
            if (next === 'latest') set(latest)
            if (next === 'time') set(atMoment(Date.now() / 1_000 - 86_400))
            if (next === 'number') set('1')
          }}
        >
          {Object.entries(kinds).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        {kind === 'number' && (
          <input
            aria-label={`${label}: number`}
            title="A number, or ~1 for the one before the latest"
            className={`${controlClass} w-24`}
            {...wrong}
            value={side.at}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )}
        {kind === 'time' && (
          <input
            type="datetime-local"
            aria-label={`${label}: time, UTC`}
            step="1"
            className={controlClass}
            {...wrong}
            value={fieldTextOf(momentOf(side.at), 'UTC')}
            onChange={(event) => {
              const moment = momentOfField(event.currentTarget.value, 'UTC')
              if (moment !== undefined) set(atMoment(moment))
            }}
          />
        )}
      </div>
      <FieldNote id={note} error={error} />
    </fieldset>
  )
}
