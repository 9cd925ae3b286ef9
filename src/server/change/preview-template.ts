import type { PreviewedTrail } from '#contract/template-version.ts'
import type { Template } from '#contract/template.ts'
import { evaluateTrail, missingSlots } from '#domain/trail-compliance.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { newestTrailStates } from '../trail/list-queries.ts'
import { loadReported } from './trail-facts.ts'

const judged = 20

/** What would become of a flow's newest trails under another template; nothing is stored. */
export async function previewTemplate(
  org: OrgDatabase,
  flowId: string,
  template: Template,
): Promise<PreviewedTrail[]> {
  const trails = await newestTrailStates(org, flowId, judged)
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
