import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from './field.tsx'

const Combobox = lazyPart(async () => ({
  default: (await import('#web/ui/combobox.tsx')).Combobox,
}))

/** A time zone by its IANA name, of those that the browser knows. */
export function ZoneField(
  props: {
    label: string
    error?: string | null
    hint?: string
    /** What no zone stands for, where one need not be chosen. */
    none?: string
  } & Pick<ComponentProps<typeof Combobox>, 'value' | 'onChange' | 'onBlur' | 'ref'>,
) {
  const { label, error, hint, none, ...field } = props
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value }))
  return (
    <div className="w-80 max-w-full">
      <Field label={label} error={error ?? null} {...(hint && { hint })}>
        {(control) => (
          <Suspense fallback={<Button className="w-full" disabled />}>
            <Combobox
              {...control}
              {...field}
              label={label}
              none="There is no time zone of this name."
              options={none ? [{ value: '', label: none }, ...zones] : zones}
            />
          </Suspense>
        )}
      </Field>
    </div>
  )
}
