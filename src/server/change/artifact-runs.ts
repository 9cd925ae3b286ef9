import type { Artifact } from '#contract/artifact.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { placesOf, startsAndExits } from '../running/queries.ts'

type History = Artifact['history']

/** Where an artifact runs and no longer runs (wire.md 10). */
export type Places = Pick<Artifact, 'running' | 'exited'>

/** Finds where artifacts run, by fingerprint: one query, however many they are. */
export async function runningPlacesOf(
  org: OrgDatabase,
  fingerprints: readonly string[],
): Promise<(fingerprint: string) => Places> {
  const rows = await placesOf(org, unique(fingerprints))
  const found = new Map<string, Places>()
  for (const { fingerprint, environment_name, started_index, exited_index } of rows) {
    const places = found.get(fingerprint) ?? { running: [], exited: [] }
    found.set(fingerprint, places)
    const list = started_index === null ? places.exited : places.running
    list.push({ environment_name, snapshot_index: started_index ?? exited_index })
  }
  return (fingerprint) => found.get(fingerprint) ?? { running: [], exited: [] }
}

/** What histories say of where artifacts ran, by fingerprint: one query, oldest first. */
export async function runningHistoriesOf(
  org: OrgDatabase,
  fingerprints: readonly string[],
): Promise<(fingerprint: string) => History> {
  const rows = await startsAndExits(org, unique(fingerprints))
  const found = new Map<string, History>()
  for (const { fingerprint, environment_name, index, at, type } of rows) {
    const history = found.get(fingerprint) ?? []
    found.set(fingerprint, history)
    const verb = type === 'exited' ? 'No longer' : 'Started'
    history.push({
      event: `${verb} running in ${environment_name}#${index} environment`,
      timestamp: at,
    })
  }
  return (fingerprint) => found.get(fingerprint) ?? []
}

const unique = (texts: readonly string[]) => [...new Set(texts)]
