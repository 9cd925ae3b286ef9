import * as z from 'zod/mini'
import { runningNowFilters, snapshotFilters } from '#contract/snapshot/snapshot-page.ts'
import type { RunningFilters } from '#domain/snapshot/filter-running.ts'

/** Groupings of running artifacts. */
const groupings = ['verdict', 'flow', 'policy', 'none'] as const
export type Grouping = (typeof groupings)[number]

const look = {
  group: z.optional(z.enum(groupings)),
  artifact_name: z.optional(z.string()),
  artifact_fingerprint: z.optional(z.string()),
  /** In a logical environment: the member that the artifact runs in. */
  member: z.optional(z.string()),
}

/** How what runs is narrowed and grouped, and whose instances are open, in the address. */
export const runningSearch = z.object({ ...runningNowFilters, ...look })

/** The same of a snapshot, which shows what exited too; `at` is the moment that was asked for. */
export const snapshotSearch = z.object({ ...snapshotFilters, ...look, at: z.optional(z.int()) })

/** Filters and grouping of a snapshot's artifacts. */
export type ArtifactSearch = {
  [F in 'q' | 'flow_name' | 'verdict' | 'standing' | 'failing_policy' | 'show']?: NonNullable<
    RunningFilters[F]
  >
} & { failing_control?: string | undefined; group?: Grouping | undefined }

/** Filters in a search, for the call that gives just that. */
export function filtersIn(search: ArtifactSearch) {
  const { q, flow_name, verdict, standing, failing_policy, failing_control, show } = search
  return { q, flow_name, verdict, standing, failing_policy, failing_control, show }
}
