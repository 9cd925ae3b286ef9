import { useFormContext } from 'react-hook-form'
import { FieldNote } from '../form/field.tsx'
import type { EditedNotification } from './draft.ts'
import { orderedTriggers, triggerLabels } from './words.ts'

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
