import { type ComponentProps, useId } from 'react'
import { TextField } from './field.tsx'

/** A time zone by its IANA name, of those that the browser knows. */
export function ZoneField(
  props: { label: string; error?: string | null; hint?: string } & ComponentProps<'input'>,
) {
  const id = useId()
  return (
    <div className="max-w-80">
      <TextField autoComplete="off" spellCheck={false} list={id} {...props} />
      <datalist id={id}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </div>
  )
}
