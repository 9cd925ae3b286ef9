import { type ComponentProps, useId } from 'react'
import { WarningSign } from '../ui/warning-sign.tsx'

/** A labelled field with its message. Errors are bold text and an edge: red stays with verdicts. */
export function TextField(
  props: { label: string; error?: string | null } & ComponentProps<'input'>,
) {
  const { label, error, ...input } = props
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-table font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="min-h-8 w-full rounded-base border border-control-border bg-bg px-2.5 py-1 aria-invalid:border-text aria-invalid:inset-ring aria-invalid:inset-ring-text max-md:min-h-11 max-md:text-lead"
        {...input}
      />
      <p
        id={`${id}-error`}
        role="alert"
        className="flex min-h-4 items-center gap-1.5 text-meta font-medium"
      >
        {error && (
          <>
            <WarningSign className="size-3.5" />
            {error}
          </>
        )}
      </p>
    </div>
  )
}
