import * as z from 'zod/mini'

/** Change of an artifact from one snapshot to the next. */
export const artifactChange = z.object({
  kind: z.enum(['replaced', 'started', 'exited', 'changed']),
  name: z.string(),
  /** `""` where it could not be resolved. */
  fingerprint: z.string(),
  /** Null is unknown; of one that exited the last verdict. */
  compliant: z.nullable(z.boolean()),
  /** Name of the artifact whose place it took; null unless one was replaced. */
  replaced: z.nullable(z.string()),
  /** The flow that knew it first, and the trail there; null without provenance. */
  flow_name: z.nullable(z.string()),
  trail_name: z.nullable(z.string()),
  /** The member of a logical environment in which it ran; else null. */
  member: z.nullable(z.string()),
})
export type ArtifactChange = z.output<typeof artifactChange>
