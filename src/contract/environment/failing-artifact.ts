import * as z from 'zod/mini'

/** A running artifact that fails. */
export const failingArtifact = z.object({
  name: z.string(),
  fingerprint: z.string(),
  /** The first sentence of why; null where no readable verdict is stored. */
  reason: z.nullable(z.string()),
  /** The same in few words: "container-scan fails". */
  cause: z.nullable(z.string()),
})
export type FailingArtifact = z.output<typeof failingArtifact>
