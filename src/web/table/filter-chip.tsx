import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Filter, clearFilter, isInForce, isSet, valueLabel } from './filter.ts'

/** Look of a chip: dashed can be added, solid is set. */
export function chipClass(isOn: boolean): string {
  return clsx(
    'inline-flex h-7 max-w-full min-w-0 items-center rounded-full border text-table text-muted max-md:h-11',
    isOn
      ? 'border-solid border-line-strong bg-surface'
      : 'border-dashed border-line-strong hover:bg-hover',
  )
}

/** A filter as a chip: press to choose, × to take it away. */
export function FilterChip(props: { filter: Filter }) {
  const { filter } = props
  const canClear = isSet(filter)
  const isOn = isInForce(filter)
  return (
    <span className={chipClass(isOn)}>
      <Popover
        label={filter.label}
        trigger={
          <button
            type="button"
            className={clsx(
              'inline-flex h-full min-w-0 items-center gap-1.5 rounded-full pl-2.5',
              canClear ? 'pr-1' : 'pr-2.5',
            )}
          >
            {isOn ? <ChipText filter={filter} /> : <Unset label={filter.label} />}
          </button>
        }
      >
        {(close) => <FilterFields filter={filter} onDone={close} />}
      </Popover>
      {canClear && <ClearButton filter={filter} />}
    </span>
  )
}

/** A set filter where there is nothing to choose from: only × remains. */
export function SetChip(props: { filter: Filter }) {
  return (
    <span className={clsx(chipClass(true), 'pl-2.5')}>
      <ChipText filter={props.filter} />
      <ClearButton filter={props.filter} />
    </span>
  )
}

function Unset(props: { label: string }): ReactNode {
  return (
    <>
      <Icon of={Plus} small />
      {props.label}
    </>
  )
}

function ChipText(props: { filter: Filter }) {
  const { filter } = props
  const marks =
    filter.kind === 'choice' &&
    filter.options.filter(({ value, mark }) => mark && filter.selected.includes(value))
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      {filter.label}:{marks && marks.map(({ value, mark }) => <span key={value}>{mark}</span>)}
      <span className="truncate font-medium text-text">{valueLabel(filter)}</span>
    </span>
  )
}

function ClearButton(props: { filter: Filter }) {
  const label = `Clear ${props.filter.label}: ${valueLabel(props.filter)}`
  return (
    <button
      ref={handsOnFocus}
      type="button"
      aria-label={label}
      title={label}
      className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-hover hover:text-text max-md:size-10"
      onClick={() => clearFilter(props.filter)}
    >
      <Icon of={X} small />
    </button>
  )
}
