import type { GitCommitInfo } from '#contract/commit-info.ts'

/** A stored commit. Clients read these fields without looking whether they are there (wire.md 9). */
export function commitOf(stored: unknown): GitCommitInfo | null {
  if (!stored) return null
  const info = stored as GitCommitInfo
  const { message, author, timestamp } = info
  return { ...info, message: message ?? '', author: author ?? '', timestamp: timestamp ?? 0 }
}
