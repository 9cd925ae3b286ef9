import { createHash } from 'node:crypto'

/** SHA-256 of a key or token: all that is stored of it. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
