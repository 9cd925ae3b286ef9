import type { StoreLocation } from './evidence-config.ts'
import { EvidenceFolder } from './evidence-folder.ts'
import type { EvidenceStore, OnUnsound } from './evidence-store.ts'

/** The store at a location, which is not opened yet. */
export async function evidenceStoreAt(
  location: StoreLocation,
  onUnsound?: OnUnsound,
): Promise<EvidenceStore> {
  if (location.kind === 'folder') return new EvidenceFolder(location.folder, onUnsound)
  // The SDK takes memory and a third of a second, which only those who use it should spend.
  const { EvidenceS3 } = await import('./evidence-s3.ts')
  return new EvidenceS3(location.s3, location.credentials, location.incoming, onUnsound)
}
