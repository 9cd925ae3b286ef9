import type { Artifact } from '#contract/artifact/artifact.ts'
import type { SeenArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { addTo } from '#domain/trail/artifact-evidence.ts'
import {
  type ReportedRunning,
  type ReportingRules,
  type RunningNow,
  withStaleTimes,
} from '#domain/environment/stale-report.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listRunningNames, startsAndExits, listOnlySeen } from './running-queries.ts'

type ArtifactHistory = Artifact['history']

/** Environments in which an artifact runs or ran. */
export type RunningEnvironments = Pick<Artifact, 'running' | 'exited'>

/** Finds where artifacts run, by fingerprint: one query, however many they are. */
export async function findRunningEnvironments(
  org: OrgDatabase,
  fingerprints: readonly string[],
): Promise<(fingerprint: string) => RunningEnvironments> {
  const rows = await listRunningNames(org, unique(fingerprints))
  const found = new Map<string, RunningEnvironments>()
  for (const { fingerprint, environment_name, started_index, exited_index } of rows) {
    const environments = found.get(fingerprint) ?? { running: [], exited: [] }
    found.set(fingerprint, environments)
    const list = started_index === null ? environments.exited : environments.running
    list.push({ environment_name, snapshot_index: started_index ?? exited_index })
  }
  return (fingerprint) => found.get(fingerprint) ?? { running: [], exited: [] }
}

/** Finds where artifacts run now, by fingerprint: one query, however many they are. */
export async function findRunningNow(
  org: OrgDatabase,
  fingerprints: readonly string[],
  rules: ReportingRules,
): Promise<(fingerprint: string) => RunningNow[]> {
  const found = new Map<string, ReportedRunning[]>()
  for (const row of await listRunningNames(org, unique(fingerprints))) {
    const { fingerprint, started_index: snapshot_index, exited_index: _, ...environment } = row
    if (snapshot_index !== null) addTo(found, fingerprint, { ...environment, snapshot_index })
  }
  return (fingerprint) => withStaleTimes(found.get(fingerprint) ?? [], rules)
}

/** Loads where artifacts ran, for their histories, by fingerprint: one query, oldest first. */
export async function runningHistoriesOf(
  org: OrgDatabase,
  fingerprints: readonly string[],
): Promise<(fingerprint: string) => ArtifactHistory> {
  const rows = await startsAndExits(org, unique(fingerprints))
  const found = new Map<string, ArtifactHistory>()
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

/** Lists artifacts only seen running, in no flow, whose fingerprint is or starts with a text. */
export async function listUnreportedArtifacts(
  org: OrgDatabase,
  fingerprint: string,
  limit: number,
): Promise<SeenArtifact[]> {
  const rows = await listOnlySeen(org, fingerprint, limit)
  const environmentsOf = await findRunningEnvironments(
    org,
    rows.map((row) => row.fingerprint),
  )
  return rows.map((row) => ({ ...row, ...environmentsOf(row.fingerprint) }))
}
