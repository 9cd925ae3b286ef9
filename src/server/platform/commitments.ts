import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'

/** How a hash covers a value that may be erased: by a salt, or once that is destroyed by its hash. */
export type Commitment = { salt: string } | { hash: string }

/** A commitment to a value, whichever it is. */
export const newCommitment = (): Commitment => ({ salt: randomBytes(16).toString('hex') })

/** The commitment without its salt: what the value was can no longer be tried out. */
export const closed = (commitment: Commitment, value: unknown): { hash: string } =>
  'hash' in commitment ? commitment : { hash: hashOf(commitment.salt, value) }

/** Text that is hashed in place of the value. */
export const covered = (commitment: Commitment, value: unknown) => ({
  committed: closed(commitment, value).hash,
})

const hashOf = (salt: string, value: unknown) =>
  createHash('sha256')
    .update(salt)
    .update(canonicalize(value) ?? 'null')
    .digest('hex')
