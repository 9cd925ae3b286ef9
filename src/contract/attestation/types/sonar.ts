import * as z from 'zod/mini'
import { listOrNull, maybe, text, urlText } from '#contract/common/fields.ts'

const condition = z.object({
  metric: text,
  errorThreshold: text,
  operator: text,
  value: maybe(text),
  status: text,
})
export type SonarCondition = z.output<typeof condition>

const gate = z.object({ status: text, conditions: z.array(condition) })

const results = z.object({
  serverUrl: urlText,
  taskId: text,
  status: text,
  analysedAt: text,
  revision: text,
  project: z.object({ key: text, name: maybe(text), url: urlText }),
  branch: maybe(z.object({ name: maybe(text), type: maybe(text) })),
  pullRequest: maybe(text),
  qualityGate: maybe(gate),
})
export type SonarResults = z.output<typeof results>

const reported = z.extend(results, {
  qualityGate: maybe(z.extend(gate, { conditions: listOrNull(condition) })),
})

/** A SonarQube analysis with its quality gate. */
export const sonar = {
  payload: { sonar_results: reported },
  data: { sonar_results: results },
} as const
