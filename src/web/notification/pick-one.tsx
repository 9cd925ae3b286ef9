import { Button } from '../ui/button.tsx'

/** One of a few views, beside each other. */
export function PickOne<Value extends string | number>(props: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onPick: (value: Value) => void
}) {
  return (
    <div role="group" aria-label={props.label} className="flex flex-wrap gap-1">
      {props.options.map(({ value, label }) => (
        <Button
          key={value}
          size="small"
          kind={value === props.value ? 'plain' : 'quiet'}
          aria-pressed={value === props.value}
          onClick={() => props.onPick(value)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
