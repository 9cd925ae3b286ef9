import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { EvidenceStore } from '#server/platform/evidence-store.ts'

/** The evidence files of the service that is configured so. */
export function evidenceOf({ dataDir }: Pick<Config, 'dataDir'>): EvidenceStore {
  return new EvidenceStore(join(dataDir, 'evidence'))
}
