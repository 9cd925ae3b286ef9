import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { controlClass } from '#web/ui/control.ts'
import { WarningSign } from '#web/ui/warning-sign.tsx'

/** Ties a control to its label and message. */
interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, its control, and below it what is wrong and a hint. Red stays with verdicts. */
export function Field(props: {
  label: string
  error?: string | null
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}) {
  const { label, error, hint } = props
  const id = useId()
  const control: ControlProps = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  }
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-table font-medium">
        {label}
      </label>
      {props.children(control)}
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}

/** Below a control: what is wrong, then the hint. */
export function FieldNote(props: {
  id: string
  error: string | null | undefined
  hint?: ReactNode
}) {
  const { id, error, hint } = props
  return (
    <div id={id} data-fault={error ? '' : undefined} className="text-meta empty:hidden">
      <p role="alert" className="flex items-center gap-1.5 font-medium wrap-anywhere empty:hidden">
        {error && (
          <>
            <WarningSign className="size-3.5" />
            {error}
          </>
        )}
      </p>
      {hint && <p className="text-muted">{hint}</p>}
    </div>
  )
}

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

/** The name of something new: taken as typed, and the field that a dialog begins with. */
export const NameField = (
  props: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string },
) => (
  <TextField
    label="Name"
    required
    autoCapitalize="off"
    autoComplete="off"
    spellCheck={false}
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
    autoFocus
    {...props}
  />
)
