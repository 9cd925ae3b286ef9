import type { ComponentProps, ReactNode } from 'react'
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
