import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { FieldNote } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/control.ts'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'
import { Icon } from '#web/ui/icon.tsx'

/** One of the two texts of a row. */
interface Part {
  field: string
  label: string
  placeholder: string
}

/** A field of the form around it, as rows of two texts that can be added and removed. */
export function PairsField(props: {
  name: string
  legend: string
  /** A row, in one word. */
  one: string
  parts: readonly [Part, Part]
}) {
  const { name, one, parts } = props
  const { control, register, formState } =
    useFormContext<Record<string, Record<string, string>[]>>()
  const { fields, append, remove } = useFieldArray({ control, name })
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-table font-medium">{props.legend}</legend>
      {fields.length === 0 && <p className="text-table text-muted">None yet.</p>}
      {fields.map(({ id }, index) => {
        const errors = formState.errors[name]?.[index]
        const error = parts.map(({ field }) => errors?.[field]?.message).find(Boolean)
        const note = `${id}-note`
        return (
          <div key={id}>
            <div className="flex items-center gap-2">
              {parts.map(({ field, label, placeholder }) => (
                <input
                  key={field}
                  className={controlClass}
                  aria-label={`${label} of ${one} ${index + 1}`}
                  aria-invalid={errors?.[field] ? true : undefined}
                  aria-describedby={error ? note : undefined}
                  placeholder={placeholder}
                  autoCapitalize="off"
                  spellCheck={false}
                  {...register(`${name}.${index}.${field}`)}
                />
              ))}
              <Button
                ref={handsOnFocus}
                kind="quiet"
                icon
                aria-label={`Remove ${one} ${index + 1}`}
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
        <Button
          size="small"
          onClick={() => append(Object.fromEntries(parts.map(({ field }) => [field, ''])))}
        >
          <Icon of={Plus} small />
          Add {one}
        </Button>
      </div>
    </fieldset>
  )
}

/** The `tags` of the form around it; a tag may do with its key. */
export const TagsField = () => (
  <PairsField
    name="tags"
    legend="Tags"
    one="tag"
    parts={[
      { field: 'key', label: 'Key', placeholder: 'Key' },
      { field: 'value', label: 'Value', placeholder: 'Value, may be empty' },
    ]}
  />
)
