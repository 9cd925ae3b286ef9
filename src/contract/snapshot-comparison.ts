import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { trailState } from './trail-state.ts'

/** An artifact on one side of a comparison; strings of the flow are `""` without provenance. */
const comparedArtifact = z.object({
  name: z.string(),
  fingerprint: z.string(),
  instance_count: z.int(),
  compliant: z.nullable(z.boolean()),
  flow_name: z.string(),
  trail_name: z.nullable(z.string()),
  template_reference_name: z.nullable(z.string()),
  /** Its verdict in that flow. */
  state_in_flow: z.nullable(trailState),
  git_commit: z.string(),
  commit_url: z.string(),
  /** In a logical environment: the member that it runs in. */
  environment_name: z.nullable(z.string()),
})
export type ComparedArtifact = z.output<typeof comparedArtifact>

/** What became of an artifact; the side where it did not run is null. */
const comparisonRow = z.object({
  change: z.enum(['replaced', 'started', 'exited', 'scaled', 'unchanged']),
  before: z.nullable(comparedArtifact),
  after: z.nullable(comparedArtifact),
  /** Page of the code host with the commits between; null where nobody can tell. */
  diff_url: z.nullable(z.string()),
})
export type ComparisonRow = z.output<typeof comparisonRow>

const comparedSnapshot = z.object({
  environment_name: z.string(),
  index: z.int(),
  is_latest: z.boolean(),
  timestamp,
  state: z.nullable(z.boolean()),
  running_count: z.int(),
})

/** Two snapshots beside each other (product.md 3.13). */
export const snapshotComparison = z.object({
  base: comparedSnapshot,
  head: comparedSnapshot,
  counts: z.object({
    replaced: z.int(),
    started: z.int(),
    exited: z.int(),
    scaled: z.int(),
    unchanged: z.int(),
  }),
  rows: z.array(comparisonRow),
})
export type SnapshotComparison = z.output<typeof snapshotComparison>

export const compareSnapshots = endpoint({
  method: 'GET',
  path: '/cairn/{org}/snapshot-diff',
  access: 'reader',
  archive: true,
  query: z.object({
    /** Full expressions, as of `GET /env-diff/{org}`. */
    base: z.string(),
    head: z.string(),
    /** Whether what is alike on both sides has rows, too; it is counted in any case. */
    unchanged: z._default(z.boolean(), false),
  }),
  response: snapshotComparison,
  status: [200],
  summary: 'Compare two snapshots by what took the place of what, verdicts and commits',
  decided: 'product.md 3.13',
})
