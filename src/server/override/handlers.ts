import { acceptOverride } from '../change/accept-override.ts'
import { write } from '../change/write.ts'
import type { Handlers } from '../handler.ts'

export const overrideHandlers = {
  overrideAttestation: (context, { params, body, raw }) =>
    write(context, (w) => acceptOverride(w, { ...params, payload: body, raw })),
} satisfies Partial<Handlers>
