import { useFormContext } from 'react-hook-form'
import { digests } from '#contract/notification/notification-types.ts'
import { controlClass, Field } from '../form/field.tsx'
import { TextField } from '../form/text-field.tsx'
import type { EditedNotification } from './draft.ts'
import { digestLabels } from './draft-words.ts'

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
