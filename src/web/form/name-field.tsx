import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'

/** The name of something new: taken as typed, and the field that a dialog begins with. */
export const NameField = (
  props: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string },
) => (
  <TextField
    label="Name"
    required
    autoCapitalize="off"
    autoComplete="off"
    spellCheck={false}
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
    autoFocus
    {...props}
  />
)
