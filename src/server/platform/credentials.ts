import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** SHA-256 of a key or token, which alone is stored. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Imported keys may be any visible ASCII without space or colon. */
const importable = /^[!-9;-~]{16,512}$/

/** Owner of a key: keys of service accounts are all made here. */
export type KeyKind = 'personal' | 'service'

/** A key as a client sent it: its hash, and its id if it was made here. */
export interface PresentedKey {
  kind: KeyKind
  id: string | null
  hash: Buffer
}

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0')

/** Makes a key `cairn_<kind>_<id>_<secret>_<crc>` with a 256-bit secret. */
export function makeKey(kind: KeyKind, id: string): string {
  const body = `cairn_${kind}_${id}_${randomBytes(32).toString('hex')}`
  return `${body}_${checksum(body)}`
}

/** Prefix of a key made here: enough to distinguish keys, too little to use one. */
export const keyPrefix = (kind: KeyKind, id: string) => `cairn_${kind}_${id.slice(0, 13)}`

/** Minimum of different characters in a secret. */
const minDifferent = 5

/** Returns why a text cannot be an imported key; null if it can. */
export function importRefusal(key: string): string | null {
  if (!importable.test(key) || key.startsWith('cairn_')) {
    return 'A key has 16 to 512 visible ASCII characters without space or colon, and does not begin with cairn_'
  }
  // A text that repeats a shorter one is found in its own double, after its beginning.
  const isRepeated = `${key}${key}`.indexOf(key, 1) < key.length
  if (!isRepeated && new Set(key).size >= minDifferent) return null
  return `A key has at least ${minDifferent} different characters, and is not a shorter text repeated`
}

/** Parses a key; null if its form shows that it cannot be valid. */
export function readKey(key: string): PresentedKey | null {
  if (key === 'DRY_RUN') return null
  if (!key.startsWith('cairn_'))
    return importable.test(key) ? { kind: 'personal', id: null, hash: hashSecret(key) } : null
  const match = /^(cairn_(personal|service)_([0-9a-f-]{32})_[0-9a-f]{64})_([0-9a-f]{8})$/.exec(key)
  const [, body = '', kind, id] = match ?? []
  if (!kind || !id || checksum(body) !== match?.[4]) return null
  return { kind: kind as KeyKind, id, hash: hashSecret(key) }
}

/** The key in an Authorization header: Bearer, or Basic with the key as user name. */
export function keyOf(authorization: string): PresentedKey | null {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? []
  if (/^bearer$/i.test(scheme)) return readKey(credentials)
  if (!/^basic$/i.test(scheme)) return null
  const [key, ...password] = Buffer.from(credentials, 'base64').toString('utf8').split(':')
  return key && password.length > 0 ? readKey(key) : null
}
