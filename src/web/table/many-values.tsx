import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#domain/common/counted.ts'
import { itemClass } from '#web/ui/combobox-item.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'

/** A value of a filter, with how many rows it would leave where that is known. */
interface Value {
  value: string
  label: string
  mark?: ReactNode
  count?: number
}

/** Values that are drawn at once, on phones below one another's filters; others are found by typing. */
const [maxDrawn, maxDrawnOnPhones] = [200, 8]

/**
 * Values of a filter below a field that finds them: the most frequent first, as they were when the
 * filter was opened. Arrows move, Enter chooses.
 */
export function ManyValues(props: {
  label: string
  values: readonly Value[]
  isChosen: (value: string) => boolean
  onChoose: (value: string) => void
  /** Typed text where that may be a value, too. */
  typed?: string | undefined
  /** Text where there are none. */
  none: string
  /** The field, a `Command.Input`, and what stands beside it. */
  children: ReactNode
}) {
  const { label, values, isChosen, onChoose, typed } = props
  const maxShown = useIsPhone() ? maxDrawnOnPhones : maxDrawn
  const [ranks] = useState(() => new Map(values.map(({ value, count = 0 }) => [value, count])))
  const rankOf = ({ value }: Value) => ranks.get(value) ?? 0
  const ranked = values.toSorted((one, other) => rankOf(other) - rankOf(one))
  return (
    <Command
      label={label}
      shouldFilter={false}
      defaultValue={values.find(({ value }) => isChosen(value))?.value ?? typed}
      className="min-w-64 not-focus-within:**:data-[selected=true]:bg-transparent"
    >
      {props.children}
      <Command.List label={label} className="max-h-72 overflow-y-auto max-md:max-h-none">
        {typed && (
          <Command.Item value={typed} onSelect={() => onChoose(typed)} className={itemClass}>
            <span className="w-3.5 shrink-0" />
            <span className="min-w-0 flex-1 wrap-anywhere">{typed}</span>
            <span className="text-meta text-muted">as typed</span>
          </Command.Item>
        )}
        {ranked.slice(0, maxShown).map((one) => (
          <Command.Item
            key={one.value}
            value={one.value}
            aria-checked={isChosen(one.value)}
            onSelect={() => onChoose(one.value)}
            className={itemClass}
          >
            <span className="w-3.5 shrink-0">
              {isChosen(one.value) && <Icon of={Check} small className="text-accent" />}
            </span>
            <span className="min-w-0 flex-1">
              <ValueFace value={one} />
            </span>
          </Command.Item>
        ))}
        <Command.Empty className="px-2 py-1.5 text-muted">{props.none}</Command.Empty>
      </Command.List>
      {ranked.length > maxShown && (
        <p className="px-2 py-1 text-meta text-muted">
          {ranked.length - maxShown} more: type a part of the name
        </p>
      )}
    </Command>
  )
}

/** A value with its mark, and with how many rows it would leave. */
export function ValueFace(props: { value: Omit<Value, 'value'> }) {
  const { mark, label, count } = props.value
  return (
    <span className="flex items-center gap-2 wrap-anywhere">
      {mark}
      {label}
      {count !== undefined && (
        <span className="ml-auto pl-4 text-muted tabular-nums">{formatCount(count)}</span>
      )}
    </span>
  )
}
