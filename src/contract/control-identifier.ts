import * as z from 'zod/mini'

/** What a control is called by, wherever it is named (wire.md 4). */
export const controlIdentifier = z.string().check(
  z.regex(/^[a-zA-Z0-9\-._~]+$/),
  z.maxLength(255),
  z.refine((identifier) => !/^[-._~]/.test(identifier), {
    error: 'The first character must be a letter or a digit',
  }),
)
