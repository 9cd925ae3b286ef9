import type { PreviewedTrail } from '#contract/template/template-version.ts'
import type { Template } from '#contract/template/template.ts'
import { evaluateTrail, missingSlots } from '#domain/trail/evaluate-trail.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { loadReported } from '#server/evaluation/trail-facts.ts'
import { newestTrailStates } from './queries.ts'

const maxTrails = 20

/** Evaluates a flow's newest trails by another template; nothing is stored. */
export async function previewTemplate(
  org: OrgDatabase,
  flowId: string,
  template: Template,
): Promise<PreviewedTrail[]> {
  const trails = await newestTrailStates(org, flowId, maxTrails)
  const reported = await loadReported(
    org,
    trails.map(({ id }) => id),
  )
  return trails.map(({ id, name, state }) => {
    const facts = { template, template_id: '', evaluated_at: 0, ...reported(id) }
    const status = evaluateTrail(facts)
    return { name, state, state_with_draft: status.status, missing: missingSlots(status) }
  })
}
