import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { ApiError, refusalTexts } from '#web/api/api-error.ts'
import { TextField } from '#web/form/field.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Frame } from '#web/ui/card.tsx'

/** Fields of a document beside its text. */
interface VersionLabel {
  name: string
  description: string
  /** Why there is another version. */
  comment: string
}

/** Whether a version is being saved, and what the service had against it. */
interface VersionSaving {
  isBusy: boolean
  refusals: { [Field in keyof VersionLabel | 'whole']?: string }
}

/** Nothing is being saved, nothing was refused. */
export const idle: VersionSaving = { isBusy: false, refusals: {} }

/** A refused save: by field, and for the whole. */
export function refusedBy(error: unknown, one: string): VersionSaving {
  if (error instanceof ApiError && error.status === 412) {
    const whole = `Not saved: this ${one} was changed in the meantime.`
    return { isBusy: false, refusals: { whole } }
  }
  const { byField, whole } = refusalTexts(error, ['name', 'description', 'comment'])
  return { isBusy: false, refusals: { ...Object.fromEntries(byField), ...(whole && { whole }) } }
}

/** Name and description of a document, the reason for another version, and Save. */
export function VersionForm(props: {
  /** "policy". */
  one: string
  isNew: boolean
  nameHint?: string
  values: VersionLabel
  onChange: (change: Partial<VersionLabel>) => void
  saving: VersionSaving
  /** How the draft stands, or why this person may not save it. */
  state: string
  cancel: ReactNode
  canSave: boolean
  onSave: () => void
}) {
  const { one, isNew, values, onChange } = props
  const { isBusy, refusals } = props.saving
  const isUnnamed = values.name === ''
  const form = (
    <div className={clsx('grid gap-3.5 px-4 pb-4', isNew && 'pt-4')}>
      <div className="grid gap-3.5 md:grid-cols-2">
        {isNew && (
          <TextField
            label="Name"
            required
            autoCapitalize="off"
            spellCheck={false}
            hint={props.nameHint}
            error={refusals.name ?? null}
            value={values.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
        <TextField
          label="Description"
          error={refusals.description ?? null}
          value={values.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <TextField
          label="Comment"
          hint={isNew ? 'Why it is needed' : 'Why it changes; stored with this version'}
          error={refusals.comment ?? null}
          value={values.comment}
          onChange={(event) => onChange({ comment: event.currentTarget.value })}
        />
      </div>
      <FormError message={refusals.whole} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-meta text-muted max-md:w-full">
          {props.canSave && isUnnamed ? `To create the ${one}, enter a name.` : props.state}
        </span>
        {props.cancel}
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={!props.canSave || isUnnamed}
          onClick={props.onSave}
        >
          {isBusy ? 'Saving' : isNew ? `Create ${one}` : 'Save new version'}
        </Button>
      </div>
    </div>
  )
  // The page is named after what is new.
  return isNew ? <Frame>{form}</Frame> : <Card title="New version">{form}</Card>
}
