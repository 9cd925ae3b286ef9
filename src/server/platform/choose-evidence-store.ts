import type { EvidencePlace } from './evidence-config.ts'
import { EvidenceFolder } from './evidence-folder.ts'
import type { EvidenceStore, OnUnsound } from './evidence-store.ts'

/** The store at a place, which is not opened yet. */
export async function evidenceStoreAt(
  place: EvidencePlace,
  onUnsound?: OnUnsound,
): Promise<EvidenceStore> {
  if (place.kind === 'folder') return new EvidenceFolder(place.folder, onUnsound)
  // The SDK takes memory and a third of a second, which only those who use it should spend.
  const { EvidenceS3 } = await import('./evidence-s3.ts')
  return new EvidenceS3(place.s3, place.credentials, place.incoming, onUnsound)
}
