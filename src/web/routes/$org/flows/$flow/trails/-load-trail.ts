import type { QueryClient } from '@tanstack/react-query'
import { loadWithPage } from '#web/api/list-query.ts'
import { attestationQuery } from '#web/attestation/queries.ts'
import { evidenceSummariesQuery } from '#web/record/evidence-summary.tsx'
import {
  flipsQuery,
  type listFiltersOf,
  neighboursQuery,
  trailArtifactsQuery,
  trailQuery,
} from '#web/trail/queries.ts'
import {
  attestationIdsOf,
  attestationOfType,
  type SlotGroup,
  slotGroupsOf,
} from '#web/trail/slots.ts'

/** Whether an artifact of a trail was reported. */
export const hasArtifact = (groups: readonly SlotGroup[]): boolean =>
  groups.some(({ artifact }) => artifact?.fingerprint)

/**
 * Loads a trail with what stands above and beside other parts of its page: what came later would move
 * them. Neighbours come with it, too, so that J may be pressed again at once.
 * @throws ApiError where the trail cannot be had; the page stands without the rest
 */
export async function loadTrail(
  queryClient: QueryClient,
  opened: { org: string; flow: string; trail: string; filters: ReturnType<typeof listFiltersOf> },
): Promise<void> {
  const { org, flow, trail, filters } = opened
  const [loaded] = await Promise.all([
    queryClient.ensureQueryData(trailQuery(org, flow, trail)),
    queryClient.prefetchQuery(neighboursQuery(org, flow, trail, filters)),
    loadWithPage(queryClient, flipsQuery(org, flow, trail)),
  ])
  const groups = slotGroupsOf(loaded)
  const found = evidenceSummariesQuery(org, attestationIdsOf(groups))
  const pulls = attestationOfType(groups, 'pull_request')
  await Promise.all([
    found.enabled && loadWithPage(queryClient, found),
    pulls && loadWithPage(queryClient, attestationQuery(org, pulls)),
    hasArtifact(groups) && loadWithPage(queryClient, trailArtifactsQuery(org, flow, trail)),
  ])
}
