import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { timestamp } from '#contract/common/fields.ts'
import { gitCommitInfo } from '#contract/common/git.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'
import { neighbourQuery, trailListItem } from './trail.ts'

/** Cause of a flip of a trail's compliance: fields of the event, as far as its type has them. */
export const flipCause = z.object({
  /** Type of the event. */
  type: z.string(),
  attestation_id: z.nullable(z.string()),
  attestation_name: z.nullable(z.string()),
  is_compliant: z.nullable(z.boolean()),
  /** Name in the template, else the file name. */
  artifact_name: z.nullable(z.string()),
  artifact_fingerprint: z.nullable(z.string()),
  /** Fields changed by an update. */
  changes: z.array(z.string()),
  /** Whether it is an override; for one that ended, `override_end` is the kind of its end. */
  is_override: z.boolean(),
  override_end: z.nullable(z.string()),
  /** Who reported it, or requested the override. */
  by: z.nullable(z.string()),
  /** Who approved a requested override. */
  approved_by: z.nullable(z.string()),
})
export type FlipCause = z.output<typeof flipCause>

/** A new state of a trail and its cause; null for a cause that was not recorded. */
export const trailFlip = z.object({
  state: trailState,
  at: timestamp,
  cause: z.nullable(flipCause),
})
export type TrailFlip = z.output<typeof trailFlip>

export const listTrailVerdicts = endpoint({
  name: 'listTrailVerdicts',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails/{trail_name}/verdicts',
  access: 'reader',
  response: z.array(trailFlip),
})

/** An artifact as reported on one trail. */
export const trailArtifact = z.object({
  artifact_id: z.string(),
  template_reference_name: z.nullable(z.string()),
  filename: z.string(),
  fingerprint: z.string(),
  git_commit: z.string(),
  git_commit_info: z.nullable(gitCommitInfo),
  commit_url: z.string(),
  build_url: z.string(),
  created_at: timestamp,
})
export type TrailArtifact = z.output<typeof trailArtifact>

export const listTrailArtifacts = endpoint({
  name: 'listTrailArtifacts',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails/{trail_name}/artifacts',
  access: 'reader',
  response: z.array(trailArtifact),
})

const neighbour = z.nullable(
  z.pick(trailListItem, {
    name: true,
    compliance_state: true,
    override_count: true,
    expired: true,
    nothing_expected: true,
  }),
)

/** Neighbours of a trail in its list, newest first: `previous` is newer, `next` is older. */
export const trailNeighbours = z.object({ previous: neighbour, next: neighbour })
export type TrailNeighbours = z.output<typeof trailNeighbours>

export const findTrailNeighbours = endpoint({
  name: 'findTrailNeighbours',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails/{trail_name}/neighbours',
  access: 'reader',
  query: neighbourQuery,
  response: trailNeighbours,
})

/** Maximum number of listed flips: the newest ones. */
export const maxFlips = 200

/** Maximum number of listed artifacts: the first ones. */
export const maxArtifacts = 200

/** Texts of these endpoints in the API reference. */
export const trailPageTexts = {
  listTrailVerdicts: {
    summary: "List the newest 200 flips of a trail's verdict with their causes, oldest first",
    description:
      "Returns each change of the trail's compliance status with its time and what caused it: an attestation, an override, an artifact or another template.",
  },
  listTrailArtifacts: {
    summary: 'List the first 200 artifacts of a trail, in the order of their report',
    description:
      'Returns each artifact with its status, its slot in the template, and the periods in which it runs or ran. A trail with more than 200 shows the first 200.',
  },
  findTrailNeighbours: {
    summary: "Find the trails before and after one in its flow's list, with the list's filters",
    description:
      'Returns the trails before and after it in the order of the list that match the filters, null at either end.',
  },
} satisfies EndpointTexts
