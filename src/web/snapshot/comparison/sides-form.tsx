import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useId } from 'react'
import type { SnapshotComparison } from '#contract/snapshot/comparison.ts'
import { FieldNote } from '#web/form/field.tsx'
import { snapshotListQuery } from '#web/snapshot/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import type { ComboboxOption } from '#web/ui/combobox-layer.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { momentOfText } from '#web/ui/moment-of-text.ts'
import { momentOf as momentText } from '#web/ui/time-text.ts'
import { missingText } from './labels.ts'
import { environmentNamesQuery, latest, type Side, sideExpression, typedSide } from './queries.ts'

type Compared = SnapshotComparison['base']

/** A snapshot as a choice: "prod #12, latest, since 20 Nov 08:00:00". */
const sideText = (side: Compared) =>
  `${side.environment_name} #${side.index}, ${side.is_latest ? 'latest, since ' : ''}${momentText(side.timestamp)} UTC`

/** Both sides; a choice is compared at once. A side that is not there says so. */
export function SidesForm(props: {
  org: string
  base: Side
  head: Side
  /** The snapshots of the sides, once known. */
  found: SnapshotComparison | undefined
  errors: Record<string, string>
  onChange: (sides: { base: Side; head: Side }) => void
  onSwap: () => void
}) {
  const { org, base, head, found, errors, onChange } = props
  const names = useQuery(environmentNamesQuery(org)).data?.environments.map(({ name }) => name)
  return (
    <div className="mb-4 flex items-start gap-x-2 gap-y-3 max-md:flex-col max-md:items-stretch">
      <SideField
        org={org}
        label="From"
        side={base}
        found={found?.base}
        environments={[]}
        error={errors['base']}
        onChange={(side) => onChange({ base: side, head })}
      />
      <Button
        className="max-md:self-start md:mt-[1.625rem]"
        onClick={props.onSwap}
        title="Swap both sides (s)"
        aria-label="Swap both sides"
      >
        <Icon of={ArrowLeftRight} small />
      </Button>
      <SideField
        org={org}
        label="To"
        side={head}
        found={found?.head}
        environments={names ?? []}
        error={errors['head']}
        onChange={(side) => onChange({ base, head: side })}
      />
    </div>
  )
}

/**
 * Chooses one side: a snapshot of its environment or the latest of another one, or any that is typed
 * by number or time.
 */
function SideField(props: {
  org: string
  label: string
  side: Side
  found: Compared | undefined
  /** Other environments to choose from. */
  environments: readonly string[]
  error: string | undefined
  onChange: (side: Side) => void
}) {
  const { org, label, side, found, error } = props
  const note = useId()
  const newest = useQuery(snapshotListQuery(org, side.env, { per_page: 50 })).data?.data ?? []
  const value = sideExpression(side)
  const options = new Map<string, ComboboxOption>()
  const offer = (one: Side, text: string, remark?: string) =>
    options.set(sideExpression(one), {
      value: sideExpression(one),
      label: text,
      ...(remark && { note: remark }),
    })
  offer(side, found && !error ? sideText(found) : value)
  for (const env of new Set([side.env, ...props.environments])) {
    const one = { env, at: latest }
    if (sideExpression(one) !== value) offer(one, `${env}, latest`)
  }
  for (const { index, from } of newest) {
    const one = { env: side.env, at: String(index) }
    if (sideExpression(one) !== value) {
      offer(one, `${side.env} #${index}`, `${momentText(from)} UTC`)
    }
  }
  const choose = (next: string) => {
    const known = [...props.environments, side.env].find((env) => env === next)
    if (known !== undefined) return props.onChange({ env: known, at: latest })
    const number = newest.find(
      ({ index }) => next === sideExpression({ ...side, at: String(index) }),
    )
    if (number) return props.onChange({ ...side, at: String(number.index) })
    const moment = momentOfText(next, 'UTC', Date.now() / 1_000)
    return props.onChange({ ...side, at: typedSide(next, moment) })
  }
  return (
    <div className="grid min-w-0 gap-1.5 md:max-w-[26.25rem] md:flex-1">
      <span className="text-table font-medium" aria-hidden="true">
        {label}
      </span>
      <Combobox
        label={label}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? note : undefined}
        value={value}
        options={[...options.values()]}
        takesOther
        finds="A number, or a time such as 10 Nov 08:00"
        none="Type a number, or a time."
        onChange={choose}
      />
      <FieldNote id={note} error={error ? missingText(side.env, value, error) : undefined} />
    </div>
  )
}
