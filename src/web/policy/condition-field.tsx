import { X } from 'lucide-react'
import { useId } from 'react'
import { controlClass } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** An expression without its `${{ }}`, and the way to do without it. */
export function ConditionField(props: {
  /** Tells it apart from others of the form. */
  label: string
  /** What of that is seen. */
  shown: string
  value: string
  onChange: (text: string) => void
  onRemove: () => void
}) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-meta text-muted">
        {props.shown}
        <span className="sr-only">{props.label.slice(props.shown.length)}</span>
      </label>
      <div className="flex gap-1">
        <input
          id={id}
          className={`${controlClass} min-w-0 font-mono text-code`}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          placeholder='flow.tags.tier == "internal"'
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
        <Button kind="quiet" icon aria-label={`Remove: ${props.label}`} onClick={props.onRemove}>
          <Icon of={X} small />
        </Button>
      </div>
    </div>
  )
}
