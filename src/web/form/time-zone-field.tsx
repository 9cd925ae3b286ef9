import type { ComponentProps } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from './field.tsx'

/** A time zone by its IANA name, of those that the browser knows. */
export function ZoneField(
  props: {
    label: string
    error?: string | null
    hint?: string
    /** Label for no zone, where one need not be chosen. */
    none?: string
  } & Pick<ComponentProps<typeof Combobox>, 'value' | 'onChange' | 'onBlur' | 'ref'>,
) {
  const { label, error, hint, none, ...field } = props
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value }))
  return (
    <div className="w-80 max-w-full">
      <Field label={label} error={error ?? null} {...(hint && { hint })}>
        {(control) => (
          <Combobox
            {...control}
            {...field}
            label={label}
            none="There is no time zone of this name."
            options={none ? [{ value: '', label: none }, ...zones] : zones}
          />
        )}
      </Field>
    </div>
  )
}
