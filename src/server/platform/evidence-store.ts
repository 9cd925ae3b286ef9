import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An uploaded file in the store, which is discarded unless it is stored. */
export interface ReceivedFile {
  /** As the client named it. */
  name: string
  /** Bytes. */
  size: number
  /** SHA-256, lower-case hex: also its address in the store. */
  sha256: string
  /** Puts the file at its address, durably; repeating is fine. */
  store(): Promise<void>
  /** Removes the file unless it was stored. */
  discard(): Promise<void>
}

/** A file in the store. */
export interface StoredFile {
  sha256: string
  /** Bytes. */
  size: number
  /** Unix seconds. */
  storedAt: number
}

/** Condition of a stored file: as it was received, gone, or changed. */
export type FileCondition = 'sound' | 'missing' | 'damaged'

/** Told of each file that is found missing or damaged. */
export type OnUnsound = (sha256: string, condition: 'missing' | 'damaged') => void

/** Where uploads come in. */
export interface EvidenceReceiver {
  /** Receives an upload, hashing it on the way. */
  receive(name: string, content: NodeJS.ReadableStream): Promise<ReceivedFile>
}

/** Evidence files, content-addressed by SHA-256. */
export interface EvidenceStore extends EvidenceReceiver {
  /** Where it is, for messages: `s3://bucket/prefix`, or a folder. */
  readonly location: string
  /** Makes what it needs and removes uploads that an earlier process left unfinished. */
  open(): Promise<void>
  /** Checks that it can be reached and files received. @throws the error of the store */
  probe(): Promise<void>
  /** Bytes that it has left; null if that is unknown. */
  freeBytes(): Promise<number | null>
  /** Hashes a stored file before it is served: nobody gets a changed one. */
  check(sha256: string): Promise<FileCondition>
  /** Lists stored files in the order of their hashes, as they are read. */
  list(): AsyncGenerator<StoredFile>
  /**
   * Removes a file that was stored before an instant (Unix seconds).
   * @returns false if it was stored again meanwhile, and stays
   */
  remove(sha256: string, before: number): Promise<boolean>
  /** Bytes of a stored file, or null if it is missing. */
  size(sha256: string): Promise<number | null>
  /** Reads a stored file; the stream fails with the code `ENOENT` if it is missing. */
  read(sha256: string): Readable
  /** The id of the instance that the store belongs to; null for none yet. */
  owner(): Promise<string | null>
  /** Gives the store to an instance, unless it belongs to one. */
  own(instance: string): Promise<void>
}

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
