import { type ComponentProps, type ReactNode, useId } from 'react'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { Field } from './field.tsx'

/** A labelled choice of one of a few values. */
export function SelectField<Value extends string>(
  props: { label: string; error?: string | null; hint?: ReactNode } & ComponentProps<
    typeof Select<Value>
  >,
) {
  const { label, error, hint, ...select } = props
  return (
    <Field label={label} error={error ?? null} hint={hint}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  )
}

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
