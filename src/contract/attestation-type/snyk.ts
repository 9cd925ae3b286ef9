import * as z from 'zod/mini'
import { maybe } from '../common.ts'

const count = z.int().check(z.gte(0))

const vulnerability = z.object({
  id: z.string(),
  message: z.string(),
  locations: maybe(z.array(z.object({ uri: z.string(), lines: maybe(z.string()) }))),
  priority_score: maybe(z.number()),
})
export type Vulnerability = z.output<typeof vulnerability>

/** Findings of one scan, by severity (wire.md 11.1). */
const snykResults = z.object({
  schema_version: z.literal(1),
  tool: z.object({ name: z.string(), version: z.string() }),
  results: z.array(
    z.object({
      high_count: count,
      medium_count: count,
      low_count: count,
      high: maybe(z.array(vulnerability)),
      medium: maybe(z.array(vulnerability)),
      low: maybe(z.array(vulnerability)),
    }),
  ),
})
export type SnykResults = z.output<typeof snykResults>

/** Vulnerabilities that a Snyk scan found. */
export const snyk = {
  payload: { snyk_results: snykResults },
  data: { processed_snyk_results: snykResults },
  /** Field of the payload that a field of the item is read from, where the names differ. */
  from: { processed_snyk_results: 'snyk_results' },
} as const
