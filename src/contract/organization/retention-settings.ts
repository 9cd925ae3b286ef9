import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { timestamp } from '#contract/common/fields.ts'
import { tagName } from '#contract/override/override-settings.ts'

/** Years that a rule may name. */
export const maxRetentionYears = 100

const years = z.int().check(z.gte(1), z.lte(maxRetentionYears))

/** For how long the files of evidence are kept, by the tags of their flows. */
const retentionSettings = z.object({
  /** For flows that have no tag of a rule; null for ever. */
  years: z.nullable(years),
  /** By a tag of flows, its key or `key:value`; of several rules the longest holds. */
  rules: z.array(z.object({ tag: tagName, years })).check(z.maxLength(50)),
  /** Flows with one of these keep all their files: a legal hold. */
  hold_tags: z.array(tagName).check(z.maxLength(50)),
})
export type RetentionSettings = z.output<typeof retentionSettings>

const retentionSettingsRead = z.object({
  ...retentionSettings.shape,
  changed_at: z.nullable(timestamp),
  changed_by: z.nullable(z.string()),
  /** Bytes of evidence that are stored, equal files once. */
  evidence_bytes: z.int(),
  /** Bytes that may be stored, as the operator set it; null for any number. */
  max_evidence_bytes: z.nullable(z.int()),
  /** Files that retention has removed. */
  removed_count: z.int(),
  /** Flows under a legal hold now, archived ones included. */
  held_flow_count: z.int(),
})

const path = '/cairn/{org}/settings/retention'

export const getRetentionSettings = endpoint({
  name: 'getRetentionSettings',
  method: 'GET',
  path,
  access: 'reader',
  response: retentionSettingsRead,
})

export const putRetentionSettings = endpoint({
  name: 'putRetentionSettings',
  method: 'PUT',
  path,
  access: 'admin',
  body: { kind: 'json', schema: retentionSettings },
  response: retentionSettingsRead,
})

/** Its text in the API reference. */
export const retentionSettingsTexts = {
  getRetentionSettings: {
    summary: 'Read for how long files of evidence are kept',
    description:
      'Returns the years by tag of flow, the tags of a legal hold, and how much is stored. The `ETag` can be sent as `If-Match` with a change.',
  },
  putRetentionSettings: {
    summary: 'Set for how long files of evidence are kept',
    description:
      'Replaces the whole section. From a day after it on, files of older evidence are removed each day, for good: reports, verdicts and hashes stay, and a download is 410. What a decision or an active override cites stays, and so does all evidence of a flow under a hold.',
  },
} satisfies EndpointTexts
