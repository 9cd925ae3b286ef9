import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { controlClass, FieldNote } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { TagRows } from './tag-rows.ts'

/** The `tags` of the form around it, as rows of key and value; a tag may do with its key. */
export function TagsField() {
  const { control, register, formState } = useFormContext<{ tags: TagRows }>()
  const { fields, append, remove } = useFieldArray({ control, name: 'tags' })
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-table font-medium">Tags</legend>
      {fields.length === 0 && <p className="text-table text-muted">None yet.</p>}
      {fields.map(({ id }, index) => {
        const error = formState.errors.tags?.[index]?.key?.message
        const note = `${id}-note`
        return (
          <div key={id}>
            <div className="flex items-center gap-2">
              <input
                className={controlClass}
                aria-label={`Key of tag ${index + 1}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? note : undefined}
                placeholder="Key"
                autoCapitalize="off"
                spellCheck={false}
                {...register(`tags.${index}.key`)}
              />
              <input
                className={controlClass}
                aria-label={`Value of tag ${index + 1}`}
                placeholder="Value, may be empty"
                {...register(`tags.${index}.value`)}
              />
              <Button
                kind="quiet"
                icon
                aria-label={`Remove tag ${index + 1}`}
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
        <Button size="small" onClick={() => append({ key: '', value: '' })}>
          <Icon of={Plus} small />
          Add tag
        </Button>
      </div>
    </fieldset>
  )
}
