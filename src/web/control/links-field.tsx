import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { controlClass, FieldNote } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ControlEdit } from './edit.ts'

/** The `links` of the form around it, as rows of label and address. */
export function LinksField() {
  const { control, register, formState } = useFormContext<ControlEdit>()
  const { fields, append, remove } = useFieldArray({ control, name: 'links' })
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-table font-medium">Links</legend>
      {fields.length === 0 && <p className="text-table text-muted">None yet.</p>}
      {fields.map(({ id }, index) => {
        const { label, url } = formState.errors.links?.[index] ?? {}
        const error = label?.message ?? url?.message
        const note = `${id}-note`
        const shared = {
          className: controlClass,
          autoCapitalize: 'off',
          spellCheck: false,
          'aria-describedby': error ? note : undefined,
        }
        return (
          <div key={id}>
            <div className="flex items-center gap-2">
              <input
                {...shared}
                aria-label={`Label of link ${index + 1}`}
                aria-invalid={label ? true : undefined}
                placeholder="Label"
                {...register(`links.${index}.label`)}
              />
              <input
                {...shared}
                aria-label={`Address of link ${index + 1}`}
                aria-invalid={url ? true : undefined}
                placeholder="https://"
                {...register(`links.${index}.url`)}
              />
              <Button
                kind="quiet"
                icon
                aria-label={`Remove link ${index + 1}`}
                onClick={() => remove(index)}
              >
                <Icon of={X} />
              </Button>
            </div>
            {error && (
              <div className="mt-1">
                <FieldNote id={note} error={error} />
              </div>
            )}
          </div>
        )
      })}
      <div>
        <Button size="small" onClick={() => append({ label: '', url: '' })}>
          <Icon of={Plus} small />
          Add link
        </Button>
      </div>
    </fieldset>
  )
}
