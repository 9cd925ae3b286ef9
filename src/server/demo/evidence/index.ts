import type { EvidenceKind } from '#server/demo/flow.ts'
import { generic } from './generic.ts'
import { jira } from './jira.ts'
import { junit } from './junit.ts'
import { pullRequest } from './pull-request.ts'
import type { ReportContext, Evidence } from './report-context.ts'
import { snyk } from './snyk.ts'
import { sonar } from './sonar.ts'

/** Generators of evidence by type. */
export const evidenceOf: Record<EvidenceKind, (occasion: ReportContext) => Evidence> = {
  generic,
  junit,
  snyk,
  pull_request: pullRequest,
  jira,
  sonar,
}
