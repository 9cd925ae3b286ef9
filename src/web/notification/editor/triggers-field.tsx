import { useState } from 'react'
import { Controller, useController, useFormContext, useWatch } from 'react-hook-form'
import { digests } from '#contract/notification/notification-types.ts'
import { CheckList } from '#web/form/check-list.tsx'
import { FieldNote, TextField } from '#web/form/field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { digestLabels, orderedTriggers, triggerLabels } from '#web/notification/labels.ts'
import { Button } from '#web/ui/button.tsx'
import type { EditedNotification } from './draft.ts'

const groups = [
  { of: 'environment', label: 'When an environment' },
  { of: 'artifact', label: 'When an artifact' },
] as const

const optionsIn = (group: 'environment' | 'artifact') =>
  orderedTriggers
    .filter((trigger) => triggerLabels[trigger].of === group)
    .map((value) => ({ value, label: triggerLabels[value].says, hint: triggerLabels[value].hint }))
const optionsOf = { environment: optionsIn('environment'), artifact: optionsIn('artifact') }

/** Triggers of a rule, of the form around it. */
export function TriggersField() {
  const { field, fieldState } = useController<EditedNotification, 'triggers'>({ name: 'triggers' })
  return (
    <div className="grid gap-3">
      {groups.map(({ of, label }) => (
        <fieldset key={of} className="min-w-0" aria-describedby="triggers-note">
          <legend className="mb-1 text-table font-medium">{label}</legend>
          <CheckList
            label={label}
            className="grid md:grid-cols-2"
            options={optionsOf[of]}
            value={field.value}
            onChange={field.onChange}
          />
        </fieldset>
      ))}
      <FieldNote id="triggers-note" error={fieldState.error?.message ?? null} />
    </div>
  )
}

/** How a rule keeps the noise low, of the form around it: as it stands, until it is to be changed. */
export function NoiseFields() {
  const { control, register, formState } = useFormContext<EditedNotification>()
  const { errors } = formState
  const [digest, minutes] = useWatch({ control, name: ['digest', 'merge_minutes'] })
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && !errors.digest && !errors.merge_minutes) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-table text-muted">
        <span>
          Told {digestLabels[digest]}. Wait out flaps:{' '}
          {Number(minutes) > 0 ? `${minutes} min` : 'no'}
        </span>
        <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
          Change
        </Button>
      </p>
    )
  }
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Controller
        control={control}
        name="digest"
        render={({ field, fieldState }) => (
          <SelectField
            label="Tell"
            hint="A digest is one message to each target"
            error={fieldState.error?.message ?? null}
            options={digests.map((value) => ({ value, label: digestLabels[value] }))}
            {...field}
          />
        )}
      />
      <TextField
        label="Wait out flaps, in minutes"
        type="number"
        inputMode="numeric"
        min={0}
        max={1440}
        hint="A verdict that is taken back within them is not told; 0 tells all"
        error={errors.merge_minutes?.message ?? null}
        {...register('merge_minutes')}
      />
    </div>
  )
}
