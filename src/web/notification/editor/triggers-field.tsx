import { useFormContext } from 'react-hook-form'
import { digests } from '#contract/notification/notification-types.ts'
import { FieldNote, controlClass, Field, TextField } from '#web/form/field.tsx'
import { orderedTriggers, triggerLabels } from '#web/notification/labels.ts'
import { digestLabels } from './draft-labels.ts'
import type { EditedNotification } from './draft.ts'

const groups = [
  { of: 'environment', label: 'When an environment' },
  { of: 'artifact', label: 'When an artifact' },
] as const

/** What a rule fires on, of the form around it. */
export function TriggersField() {
  const { register, formState } = useFormContext<EditedNotification>()
  const error = formState.errors.triggers?.message
  return (
    <div className="grid gap-3">
      {groups.map(({ of, label }) => (
        <fieldset key={of} className="min-w-0" aria-describedby="triggers-note">
          <legend className="mb-1 text-table font-medium">{label}</legend>
          <div className="grid gap-x-4 md:grid-cols-2">
            {orderedTriggers
              .filter((trigger) => triggerLabels[trigger].of === of)
              .map((trigger) => (
                <label
                  key={trigger}
                  className="flex min-h-7 items-center gap-2 text-table max-md:min-h-11"
                >
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-accent"
                    value={trigger}
                    {...register('triggers')}
                  />
                  <span>
                    {triggerLabels[trigger].says}{' '}
                    <span className="text-meta text-muted">{triggerLabels[trigger].hint}</span>
                  </span>
                </label>
              ))}
          </div>
        </fieldset>
      ))}
      <FieldNote id="triggers-note" error={error ?? null} />
    </div>
  )
}

/** How a rule keeps the noise low, of the form around it. */
export function NoiseFields() {
  const { register, formState } = useFormContext<EditedNotification>()
  const { errors } = formState
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Field
        label="Tell"
        hint="A digest is one message to each target"
        error={errors.digest?.message ?? null}
      >
        {(control) => (
          <select {...control} className={controlClass} {...register('digest')}>
            {digests.map((digest) => (
              <option key={digest} value={digest}>
                {digestLabels[digest]}
              </option>
            ))}
          </select>
        )}
      </Field>
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
