import { Controller, useFormContext } from 'react-hook-form'
import { environmentTypes } from '#contract/environment/environment-type.ts'
import { CheckList } from '#web/form/check-list.tsx'
import { FieldNote, TextField } from '#web/form/field.tsx'
import type { EditedSelector } from './selector.ts'

const typeOptions = environmentTypes.map((value) => ({ value, label: value }))

/** Fields of the form around them that select records by what they are: all that is given must fit. */
export function SelectorFields(props: {
  name: string
  legend: string
  /** Beside the legend; that all must fit, unless said. */
  remark?: string
  placeholders: { tags: string; name_pattern: string }
  /** Whether environments are selected, which have types. */
  hasTypes: boolean
}) {
  const { name, placeholders } = props
  const { control, register, formState } = useFormContext<Record<string, EditedSelector>>()
  const errors = formState.errors[name]
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-table font-medium">
        {props.legend}{' '}
        <span className="font-normal text-muted">
          {props.remark ?? 'all that is given must fit'}
        </span>
      </legend>
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label="Tags"
          placeholder={placeholders.tags}
          hint="key or key:value, separated by commas"
          autoCapitalize="off"
          spellCheck={false}
          error={errors?.tags?.message ?? null}
          {...register(`${name}.tags`)}
        />
        <TextField
          label="Name pattern"
          placeholder={placeholders.name_pattern}
          hint="* stands for any text"
          autoCapitalize="off"
          spellCheck={false}
          error={errors?.name_pattern?.message ?? null}
          {...register(`${name}.name_pattern`)}
        />
      </div>
      {props.hasTypes && (
        <Controller
          control={control}
          name={`${name}.types`}
          render={({ field }) => <CheckList label="Types" options={typeOptions} {...field} />}
        />
      )}
      <FieldNote id={`${name}-note`} error={errors?.message ?? errors?.types?.message} />
    </fieldset>
  )
}
