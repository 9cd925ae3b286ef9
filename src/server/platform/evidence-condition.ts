import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { FileCondition, OnUnsound } from './evidence-store.ts'

/** Hashes the content of a stored file, and tells of one that is missing or damaged. */
export async function conditionOf(
  content: NodeJS.ReadableStream,
  sha256: string,
  onUnsound: OnUnsound,
): Promise<FileCondition> {
  const hash = createHash('sha256')
  try {
    await pipeline(content, hash)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    onUnsound(sha256, 'missing')
    return 'missing'
  }
  if (hash.digest('hex') === sha256) return 'sound'
  onUnsound(sha256, 'damaged')
  return 'damaged'
}
