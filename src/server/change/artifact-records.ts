import type { Artifact } from '#contract/artifact.ts'
import { artifactItem } from '../artifact/item.ts'
import type { ListedArtifact } from '../artifact/list-queries.ts'
import type { OrgContext } from '../handler.ts'
import { runningPlacesOf } from './artifact-runs.ts'
import { artifactHistoriesOf, artifactStatesOf } from './artifact-state.ts'

/** Artifacts as they are read (wire.md 10). */
export async function artifactRecords(
  { org, orgName, links }: Pick<OrgContext, 'org' | 'orgName' | 'links'>,
  rows: ListedArtifact[],
): Promise<Artifact[]> {
  const fingerprints = rows.map((row) => row.fingerprint)
  const [states, histories, placesOf] = await Promise.all([
    artifactStatesOf(org, rows),
    artifactHistoriesOf(org, rows),
    runningPlacesOf(org, fingerprints),
  ])
  return rows.map((row) =>
    artifactItem(links, orgName, row, {
      state: states.get(row.id) ?? 'INCOMPLETE',
      history: histories.get(row.id) ?? [],
      ...placesOf(row.fingerprint),
    }),
  )
}
