import type { ComponentProps, ReactNode } from 'react'
import { controlClass, Field } from './field.tsx'

/** A labelled field with its message. */
export function TextField(
  props: { label: string; error?: string | null; hint?: ReactNode } & ComponentProps<'input'>,
) {
  const { label, error, hint, ...input } = props
  return (
    <Field label={label} error={error ?? null} hint={hint}>
      {(control) => <input {...control} className={controlClass} {...input} />}
    </Field>
  )
}
