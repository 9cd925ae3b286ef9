import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useId, useState } from 'react'
import { FieldNote } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { controlClass } from '#web/ui/control.ts'
import { DateTimeInput, type TypedMoment } from '#web/ui/date-time-input.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { textOfMoment } from '#web/ui/moment-text.ts'
import { Select } from '#web/ui/select.tsx'
import { missingLabels } from './labels.ts'
import {
  type Side,
  atMoment,
  latest,
  momentOf,
  environmentNamesQuery,
  sideExpression,
} from './queries.ts'

type Kind = 'latest' | 'number' | 'time'

const kindOf = (at: string): Kind =>
  at === latest ? 'latest' : momentOf(at) === undefined ? 'number' : 'time'

const kindOptions = [
  { value: 'latest', label: 'Latest' },
  { value: 'number', label: 'Number' },
  { value: 'time', label: 'At a time, UTC' },
] as const

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
        <Combobox
          label={`${label}: environment`}
          aria-label={`${label}: environment`}
          className="min-w-36 flex-1 basis-36"
          value={side.env}
          disabled={environments.length < 2}
          options={[...new Set([side.env, ...environments])].map((value) => ({ value }))}
          onChange={(env) => props.onChange({ ...side, env })}
        />
        <Select
          aria-label={`${label}: snapshot`}
          className="max-w-40 flex-1 basis-32"
          {...(kind === 'latest' ? wrong : {})}
          value={kind}
          options={kindOptions}
          onChange={(next) => {
            setKind(next)
            if (next === 'latest') set(latest)
            if (next === 'time') set(atMoment(Date.now() / 1_000 - 86_400))
            if (next === 'number') set('1')
          }}
        />
        {kind === 'number' && (
          <input
            aria-label={`${label}: number`}
            title="A number, or ~1 for the one before the latest"
            className={`${controlClass} max-w-24 text-table`}
            {...wrong}
            value={side.at}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )}
        {kind === 'time' && (
          <Moment
            label={`${label}: time, UTC`}
            at={momentOf(side.at) ?? null}
            onChange={(at) => set(atMoment(at))}
            {...wrong}
          />
        )}
      </div>
      <FieldNote id={note} error={error} />
    </fieldset>
  )
}

/** A moment that stands as soon as its text is one. */
function Moment(props: {
  label: string
  at: number | null
  onChange: (at: number) => void
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}) {
  const { label, at, onChange, ...wrong } = props
  const [typed, setTyped] = useState<TypedMoment>({ text: textOfMoment(at, 'UTC'), at })
  return (
    <DateTimeInput
      {...wrong}
      label={label}
      aria-label={label}
      className="flex-1 basis-48"
      zone="UTC"
      value={typed}
      onChange={(next) => {
        setTyped(next)
        if (next.at !== null) onChange(next.at)
      }}
    />
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
