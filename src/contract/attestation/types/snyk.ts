import * as z from 'zod/mini'
import { listOrNull, maybe, messageText, text, urlText } from '#contract/common/fields.ts'

const count = z.int().check(z.gte(0))

const vulnerability = z.object({
  id: text,
  message: messageText,
  locations: maybe(z.array(z.object({ uri: urlText, lines: maybe(text) }))),
  priority_score: maybe(z.number()),
})
export type Vulnerability = z.output<typeof vulnerability>

const result = z.object({
  high_count: count,
  medium_count: count,
  low_count: count,
  high: maybe(z.array(vulnerability)),
  medium: maybe(z.array(vulnerability)),
  low: maybe(z.array(vulnerability)),
})

/** Findings of one scan, by severity. */
const snykResults = z.object({
  schema_version: z.literal(1),
  tool: z.object({ name: text, version: text }),
  results: z.array(result),
})
export type SnykResults = z.output<typeof snykResults>

/** Vulnerabilities that a Snyk scan found. */
export const snyk = {
  payload: { snyk_results: z.extend(snykResults, { results: listOrNull(result) }) },
  data: { processed_snyk_results: snykResults },
  /** Field of the payload that a field of the item is read from, where the names differ. */
  from: { processed_snyk_results: 'snyk_results' },
} as const
