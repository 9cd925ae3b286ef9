import * as z from 'zod/mini'
import { environmentVerdicts } from '#contract/environment-list.ts'

/** What runs can be shown under these headings. */
export const groupings = ['flow', 'verdict'] as const
export type Grouping = (typeof groupings)[number]

/** How what runs is narrowed and grouped, and whose instances are open, in the address. */
export const runningSearch = z.object({
  /** A part of a name, or the start of a fingerprint or commit. */
  q: z.optional(z.string()),
  flow_name: z.optional(z.string()),
  verdict: z.optional(z.array(z.enum(environmentVerdicts))),
  group: z.optional(z.enum(groupings)),
  artifact_name: z.optional(z.string()),
  artifact_fingerprint: z.optional(z.string()),
  /** In a logical environment: the member that the artifact runs in. */
  member: z.optional(z.string()),
})

/** The same of a snapshot, which shows what exited too. */
export const snapshotSearch = z.extend(runningSearch, {
  show: z.optional(z.enum(['running', 'changed'])),
})

type Narrowing = 'q' | 'flow_name' | 'verdict' | 'group' | 'show'

/** What narrows and groups the artifacts of a snapshot. */
export type ArtifactSearch = {
  [K in Narrowing]?: z.output<typeof snapshotSearch>[K] | undefined
}
