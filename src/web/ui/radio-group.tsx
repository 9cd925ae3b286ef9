import { clsx } from 'clsx'
import { RadioGroup as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

const dotClass =
  'relative grid size-4 shrink-0 place-items-center rounded-full border border-control-border bg-bg hover:border-text disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface not-data-[state=unchecked]:border-accent not-data-[state=unchecked]:bg-accent disabled:not-data-[state=unchecked]:border-line-strong disabled:not-data-[state=unchecked]:bg-line-strong max-md:size-5'

/** One of a few values in a column or a line: one tab stop, arrows choose. */
export function RadioGroup<Value extends string>(
  props: {
    options: readonly { value: Value; label: ReactNode; hint?: ReactNode }[]
    /** Nothing is chosen while it is null. */
    value: Value | null
    onChange: (value: Value) => void
    lineClass?: string
  } & Omit<ComponentProps<typeof Primitive.Root>, 'value' | 'onChange' | 'onValueChange'>,
) {
  const { options, value, onChange, lineClass, ...group } = props
  return (
    <Primitive.Root {...group} value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'relative flex min-h-7 items-center gap-2 text-table has-disabled:text-muted max-md:min-h-11',
            lineClass,
          )}
        >
          <Primitive.Item value={option.value} className={dotClass}>
            <Primitive.Indicator className="size-1.5 rounded-full bg-on-accent forced-colors:bg-[Highlight]" />
          </Primitive.Item>
          <span className="min-w-0 wrap-anywhere">
            {option.label}
            {option.hint && <span className="text-muted"> {option.hint}</span>}
          </span>
        </label>
      ))}
    </Primitive.Root>
  )
}

/** Two or three grave choices side by side, each with its meaning; none is chosen beforehand. */
export function RadioCards<Value extends string>(
  props: {
    options: readonly { value: Value; label: string; hint: string; icon: ReactNode }[]
    value: Value | null
    onChange: (value: Value) => void
  } & Omit<ComponentProps<typeof Primitive.Root>, 'value' | 'onChange' | 'onValueChange'>,
) {
  const { options, value, onChange, ...group } = props
  return (
    <Primitive.Root {...group} value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <Primitive.Item
          key={option.value}
          value={option.value}
          className="flex gap-3 rounded-card border border-control-border px-4 py-3 text-left hover:bg-surface not-data-[state=unchecked]:border-accent data-[state=checked]:bg-accent-tint data-[state=checked]:inset-ring data-[state=checked]:inset-ring-accent forced-colors:data-[state=checked]:border-2 forced-colors:data-[state=checked]:border-[Highlight]"
        >
          {option.icon}
          <span className="min-w-0">
            <span className="block font-medium">{option.label}</span>
            <span className="block text-table text-muted">{option.hint}</span>
          </span>
        </Primitive.Item>
      ))}
    </Primitive.Root>
  )
}
