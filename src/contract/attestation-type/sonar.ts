import * as z from 'zod/mini'
import { maybe } from '../common.ts'

const condition = z.object({
  metric: z.string(),
  errorThreshold: z.string(),
  operator: z.string(),
  value: maybe(z.string()),
  status: z.string(),
})
export type SonarCondition = z.output<typeof condition>

const results = z.object({
  serverUrl: z.string(),
  taskId: z.string(),
  status: z.string(),
  analysedAt: z.string(),
  revision: z.string(),
  project: z.object({ key: z.string(), name: maybe(z.string()), url: z.string() }),
  branch: maybe(z.object({ name: maybe(z.string()), type: maybe(z.string()) })),
  pullRequest: maybe(z.string()),
  qualityGate: maybe(z.object({ status: z.string(), conditions: z.array(condition) })),
})
export type SonarResults = z.output<typeof results>

const fields = { sonar_results: results }

/** A SonarQube analysis with its quality gate (wire.md 11.1). */
export const sonar = { payload: fields, data: fields } as const
