import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useId, useState } from 'react'
import { FieldNote } from '#web/form/field.tsx'
import { fieldTextOf, momentOfField } from '#web/table/time-range.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { missingLabels } from './labels.ts'
import {
  type Side,
  atMoment,
  latest,
  momentOf,
  environmentNamesQuery,
  sideExpression,
} from './queries.ts'

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

/** What is compared, to be changed; a side that is not there says so at its own field. */
export function SidesForm(props: {
  org: string
  base: Side
  head: Side
  errors: Record<string, string>
  onCompare: (sides: { base: Side; head: Side }) => void
  onSwap: () => void
}) {
  const { org, errors } = props
  const [sides, setSides] = useState({ base: props.base, head: props.head })
  const names = useQuery(environmentNamesQuery(org)).data?.environments.map(({ name }) => name)
  const error = (name: 'base' | 'head') => {
    const [asked, refusal] = [sideExpression(props[name]), errors[name]]
    // What is changed since was not asked for yet.
    if (!refusal || sideExpression(sides[name]) !== asked) return undefined
    return missingLabels(props[name].env, asked, refusal)
  }
  return (
    <form
      aria-label="What is compared"
      className="mb-4 flex flex-wrap items-start gap-4 rounded-card border border-line p-4 max-md:flex-col max-md:items-stretch"
      onSubmit={(event) => {
        event.preventDefault()
        props.onCompare(sides)
      }}
    >
      <SidePicker
        label="Base"
        side={sides.base}
        environments={[]}
        error={error('base')}
        onChange={(base) => setSides({ ...sides, base })}
      />
      <Button
        className="mt-[26px] max-md:mt-0"
        onClick={props.onSwap}
        title="Swap base and head (s)"
      >
        <Icon of={ArrowLeftRight} small />
        Swap
      </Button>
      <SidePicker
        label="Head"
        side={sides.head}
        environments={names ?? []}
        error={error('head')}
        onChange={(head) => setSides({ ...sides, head })}
      />
      <Button type="submit" kind="primary" className="mt-[26px] max-md:mt-0">
        Compare
      </Button>
    </form>
  )
}
