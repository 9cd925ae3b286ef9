import type { ControlSummary } from '#contract/control-page.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Controls as CSV. */
export const controlColumns: Columns<ControlSummary> = {
  identifier: (control) => control.identifier,
  name: (control) => control.name,
  version: (control) => control.version,
  archived: (control) => String(control.archived),
  tags: (control) => JSON.stringify(control.tags),
  environments: (control) => control.coverage.total,
  passing: (control) => control.coverage.passing,
  failing: (control) => control.coverage.failing,
  unknown: (control) => control.coverage.unknown,
  last_decision_at: (control) => isoTime(control.last_decision?.created_at ?? null),
  last_decision_compliant: (control) =>
    control.last_decision && String(control.last_decision.is_compliant),
}
