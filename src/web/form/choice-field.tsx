import { type ComponentProps, useId } from 'react'
import { RadioGroup } from '#web/ui/radio-group.tsx'

/** One of a few values, each with what it means. */
export function ChoiceField<Value extends string>(
  props: { label: string } & ComponentProps<typeof RadioGroup<Value>>,
) {
  const { label, ...group } = props
  const id = useId()
  return (
    <div className="grid gap-0.5">
      <p id={id} className="mb-1 text-table font-medium">
        {label}
      </p>
      <RadioGroup aria-labelledby={id} className="grid gap-0.5" {...group} />
    </div>
  )
}
