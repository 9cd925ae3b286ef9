import { clsx } from 'clsx'
import { Checkbox as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

const boxClass =
  'relative grid size-4 shrink-0 align-middle before:absolute before:-inset-1 place-items-center rounded-tag border border-control-border bg-bg text-on-accent hover:border-text aria-invalid:border-text aria-invalid:inset-ring aria-invalid:inset-ring-text disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface disabled:text-muted not-data-[state=unchecked]:border-accent not-data-[state=unchecked]:bg-accent disabled:not-data-[state=unchecked]:border-line-strong disabled:not-data-[state=unchecked]:bg-line-strong max-md:size-5'

/** A box to tick; `isSome` where only a part of what it stands for is chosen. */
export function Checkbox(
  props: { checked: boolean; isSome?: boolean; onChange: (checked: boolean) => void } & Omit<
    ComponentProps<typeof Primitive.Root>,
    'checked' | 'onChange' | 'onCheckedChange' | 'asChild'
  >,
) {
  const { checked, isSome, onChange, className, ...box } = props
  return (
    <Primitive.Root
      {...box}
      checked={isSome ? 'indeterminate' : checked}
      onCheckedChange={(next) => onChange(next === true)}
      className={clsx(boxClass, className)}
    >
      <Primitive.Indicator className="grid place-items-center">
        <Mark isPart={isSome} />
      </Primitive.Indicator>
    </Primitive.Root>
  )
}

/** A box with its label, all of which is its target. */
export function CheckLine(
  props: ComponentProps<typeof Checkbox> & {
    /** Its meaning, after its label. */
    hint?: ReactNode
    label: ReactNode
    lineClass?: string
  },
) {
  const { label, hint, lineClass, ...box } = props
  return (
    <label
      className={clsx(
        'relative flex min-h-7 items-center gap-2 text-table has-disabled:text-muted max-md:min-h-11',
        lineClass,
      )}
    >
      <Checkbox {...box} />
      <span className="min-w-0 wrap-anywhere">
        {label}
        {hint && <span className="text-muted"> {hint}</span>}
      </span>
    </label>
  )
}

/** The tick in a box, or the bar where only a part is chosen. */
function Mark(props: { isPart: boolean | undefined }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 max-md:size-3.5">
      <path
        d={props.isPart ? 'M2.5 6h7' : 'M2.5 6.5 5 9l4.5-5.5'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
