import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { timestamp } from '#contract/common/fields.ts'
import { download, exportFormat } from '#contract/export/export.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'

/** An artifact on one side of a comparison; texts of the flow are `""` without provenance. */
const comparedArtifact = z.object({
  name: z.string(),
  fingerprint: z.string(),
  instance_count: z.int(),
  compliant: z.nullable(z.boolean()),
  /** Qualifiers of the verdict there. */
  qualifiers,
  /** Names of the policies that it fails there. */
  failing_policies: z.array(z.string()),
  flow_name: z.string(),
  trail_name: z.nullable(z.string()),
  template_reference_name: z.nullable(z.string()),
  /** Compliance in that flow. */
  state_in_flow: z.nullable(trailState),
  git_commit: z.string(),
  commit_url: z.string(),
  /** In a logical environment, the member in which it runs. */
  environment_name: z.nullable(z.string()),
})
export type ComparedArtifact = z.output<typeof comparedArtifact>

/** A change of an artifact; the side on which it did not run is null. */
const comparisonRow = z.object({
  change: z.enum(['replaced', 'started', 'exited', 'scaled', 'unchanged']),
  before: z.nullable(comparedArtifact),
  after: z.nullable(comparedArtifact),
  /** URL of the code host's page with the commits between; null where unknown. */
  diff_url: z.nullable(z.string()),
})
export type ComparisonRow = z.output<typeof comparisonRow>

const comparedSnapshot = z.object({
  environment_name: z.string(),
  index: z.int(),
  is_latest: z.boolean(),
  timestamp,
  state: z.nullable(z.boolean()),
  /** Qualifiers of the state: of the one in force now, of others when they began. */
  qualifiers,
  running_count: z.int(),
})

const memberState = z.nullable(z.object({ state: z.nullable(z.boolean()), qualifiers }))

/** A member of a logical environment whose verdict differs; the side that it is not on is null. */
const comparedMember = z.object({
  environment_name: z.string(),
  before: memberState,
  after: memberState,
})

/** A policy that was applied in other versions; none where it was not attached. */
const comparedPolicy = z.object({
  name: z.string(),
  /** Where it is attached: the environment, or its member; null between two environments. */
  environment_name: z.nullable(z.string()),
  /** Several where members of a logical environment applied other ones, ascending. */
  before: z.array(z.int()),
  after: z.array(z.int()),
})
export type ComparedPolicy = z.output<typeof comparedPolicy>

/** A tag of the environments that differs; null is not set. */
const comparedTag = z.object({
  key: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type ComparedTag = z.output<typeof comparedTag>

/** Two snapshots side by side. */
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
  /** Between snapshots of one logical environment; else empty. */
  members: z.array(comparedMember),
  policies: z.array(comparedPolicy),
  /** By key: tags of now beside a snapshot in force, of others those at their beginning. */
  tags: z.array(comparedTag),
})
export type SnapshotComparison = z.output<typeof snapshotComparison>

export const compareSnapshots = endpoint({
  name: 'compareSnapshots',
  method: 'GET',
  path: '/cairn/{org}/snapshot-diff',
  access: 'reader',
  archived: 'exclude',
  query: z.object({
    /** Full expressions, as of `GET /env-diff/{org}`. */
    base: z.string(),
    head: z.string(),
    /** Whether unchanged artifacts have rows, too; they are counted in any case. */
    unchanged: z._default(z.boolean(), false),
  }),
  response: snapshotComparison,
})

export const exportComparison = endpoint({
  name: 'exportComparison',
  ...download,
  path: '/cairn/{org}/exports/snapshot-diff',
  access: 'reader',
  archived: 'exclude',
  query: z.extend(compareSnapshots.query, exportFormat),
})

const side = {
  fingerprint: z.string(),
  name: z.string(),
  flow: z.string(),
  commit_url: z.string(),
  most_recent_timestamp: z.int(),
  /** Names of pods, in environments of type K8S. */
  pods: z.optional(z.array(z.string())),
}

const diffItem = z.object({ ...side, instance_count: z.int() })
export type DiffItem = z.output<typeof diffItem>

const changedItem = z.object({
  ...side,
  s1_instance_count: z.int(),
  s2_instance_count: z.int(),
})
export type ChangedItem = z.output<typeof changedItem>

/** Differences between two snapshots. */
export const snapshotDiff = z.object({
  snappish1: z.object({ snapshot_id: z.string(), artifacts: z.array(diffItem) }),
  snappish2: z.object({ snapshot_id: z.string(), artifacts: z.array(diffItem) }),
  changed: z.object({ artifacts: z.array(changedItem) }),
  'not-changed': z.object({ artifacts: z.array(diffItem) }),
})
export type SnapshotDiff = z.output<typeof snapshotDiff>

export const diffSnapshots = endpoint({
  name: 'diffSnapshots',
  method: 'GET',
  path: '/env-diff/{org}',
  access: 'reader',
  query: z.object({ snappish1: z.string(), snappish2: z.string() }),
  response: snapshotDiff,
})

/** Texts of these endpoints in the API reference. */
export const comparisonTexts = {
  compareSnapshots: {
    summary: 'Compare two snapshots by what took the place of what, verdicts and commits',
    description:
      'Returns what started, exited and was replaced, each with the verdict before and after and the commits between, in a logical environment by member, and which verdicts of members, versions of policies and tags differ. Rows of what is alike are included with `unchanged`. Both sides are full expressions such as `production#11`.',
  },
  exportComparison: {
    summary: 'Export what differs between two snapshots as CSV, NDJSON or JSON',
    description:
      'Returns one row for each artifact, with both sides and their verdicts. The export is recorded in the audit log.',
  },
  diffSnapshots: {
    summary: 'Compare two snapshots, of one environment or of two',
    description:
      'Returns which artifacts are only in one of the two, which have another number of instances, and which are alike. Both parameters are full expressions such as `production#11`; a bare name is the latest snapshot.',
  },
} satisfies EndpointTexts
