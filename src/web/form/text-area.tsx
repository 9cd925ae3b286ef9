import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { controlClass, Field } from './field.tsx'

/** A labelled field for text of several lines. */
export function TextArea(
  props: {
    label: string
    error?: string | null
    hint?: ReactNode
    /** The text is code. */
    isCode?: boolean
  } & ComponentProps<'textarea'>,
) {
  const { label, error, hint, isCode, ...area } = props
  return (
    <Field label={label} error={error ?? null} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          className={clsx(controlClass, 'resize-y', isCode && 'font-mono text-code')}
          {...area}
        />
      )}
    </Field>
  )
}
