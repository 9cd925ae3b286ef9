import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { together } from '#server/database/together.ts'
import { provenanceOf, type ProvenanceRow } from '#server/evaluation/provenance-queries.ts'
import { type Deployed, type DeploymentOf, deploymentsOf } from './queries.ts'

const recorded = preparedQuery((org, of: Deployed) =>
  together({ records: provenanceOf(org, of.fingerprints), deployments: deploymentsOf(org, of) }),
)

/** Reads the newest record of artifacts in each flow that holds them, and their deployments. */
export async function readProvenance(
  org: OrgDatabase,
  of: Deployed,
): Promise<{ records: ProvenanceRow[]; deployments: DeploymentOf[] }> {
  const none = { records: [], deployments: [] }
  const [found] = of.fingerprints.length > 0 ? await recorded(org, of) : []
  return found ?? none
}
