import type { LucideIcon } from 'lucide-react'
import { Icon } from './icon.tsx'

/** One of a few, beside each other. */
export function PickOne<Value extends string | number>(props: {
  label: string
  options: readonly { value: Value; label: string; icon?: LucideIcon }[]
  value: Value
  onPick: (value: Value) => void
}) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className="inline-flex flex-wrap rounded-base bg-hover p-0.5"
    >
      {props.options.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          className="inline-flex h-6 items-center gap-1.5 rounded-tag px-2 text-meta font-medium whitespace-nowrap text-muted transition-colors hover:text-text aria-pressed:bg-raised aria-pressed:text-text aria-pressed:ring aria-pressed:ring-line-strong max-md:h-11 max-md:px-3"
          aria-pressed={value === props.value}
          onClick={() => props.onPick(value)}
        >
          {icon && <Icon of={icon} small />}
          {label}
        </button>
      ))}
    </div>
  )
}
