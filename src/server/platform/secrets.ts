import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from './failure.ts'

const cipher = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]
/** First byte of an encrypted text, which says how its key was derived; the first form had none. */
const version = Buffer.of(1)

const derivedKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'cairn stored secrets', 32))
const firstKey = (secret: string) => createHash('sha256').update(secret).digest()

/** Decrypts a text without its version byte; null for another key or another purpose. */
function decrypt(encrypted: Buffer, key: Buffer, purpose: string): string | null {
  try {
    const decipher = createDecipheriv(cipher, key, encrypted.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
    decipher.setAAD(Buffer.from(purpose))
    decipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength))
    const content = encrypted.subarray(ivLength + tagLength)
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Encrypts texts that must be read again, but not by readers of the database. */
export class Secrets {
  readonly #key: Buffer
  /** Of the present secret and the one before. */
  readonly #keys: Buffer[]
  readonly #firstKeys: Buffer[]

  /** @param previous the secret before, whose texts can still be read */
  constructor(secret: string, previous: string | null = null) {
    const secrets = previous === null ? [secret] : [secret, previous]
    this.#key = derivedKey(secret)
    this.#keys = secrets.map(derivedKey)
    this.#firstKeys = secrets.map(firstKey)
  }

  /**
   * Opens by the configured secret, else by a key in the data folder, which the first start makes.
   */
  static async open(
    dataDir: string,
    { secret, previousSecret }: { secret: string | null; previousSecret: string | null },
  ): Promise<Secrets> {
    return new Secrets(secret ?? (await keyIn(dataDir)), previousSecret)
  }

  /** @param purpose who owns the text, and as what: it can be decrypted for nothing else */
  encrypt(text: string, purpose: string): Buffer {
    const iv = randomBytes(ivLength)
    const encipher = createCipheriv(cipher, this.#key, iv).setAAD(Buffer.from(purpose))
    const content = Buffer.concat([encipher.update(text, 'utf8'), encipher.final()])
    return Buffer.concat([version, iv, encipher.getAuthTag(), content])
  }

  /** Decrypts a text; null if it was encrypted by another key or for another purpose. */
  decrypt(encrypted: Buffer, purpose: string): string | null {
    const content = encrypted.subarray(version.length)
    const isVersioned = version.equals(encrypted.subarray(0, version.length))
    const texts = [
      ...(isVersioned ? this.#keys.map((key) => decrypt(content, key, purpose)) : []),
      // Also where the first byte is that of a version: the first form began with random ones.
      ...this.#firstKeys.map((key) => decrypt(encrypted, key, purpose)),
    ]
    return texts.find((text) => text !== null) ?? null
  }
}

/** Requirement of a secret, for messages. */
export const secretRule = 'at least 32 characters, without blanks around them'

/** Returns whether a text may be the secret that others are stored under. */
export const isSecret = (text: string) => text.length >= 32 && text === text.trim()

/**
 * The key in a data folder; null if it has none.
 * @throws OperatorError for one that cannot be read or is too short
 */
export async function findKey(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'secret.key'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new OperatorError(
        `The file secret.key in ${folder} cannot be read (${error.message}): let Cairn's user read it.`,
      )
    },
  )
  if (text === null) return null
  const key = text.trim()
  if (isSecret(key)) return key
  throw new OperatorError(
    `The file secret.key in ${folder} must hold ${secretRule}: bring back the right one, or set CAIRN_SECRET to ` +
      'a new secret and CAIRN_SECRET_PREVIOUS_FILE to this file.',
  )
}

/** Stores a key in a data folder, unless it has one. @returns the key that it has then */
export async function storeKey(folder: string, key: string): Promise<string> {
  const file = join(folder, 'secret.key')
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, `${key}\n`, { mode: 0o600, flush: true })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

/** Reads the key in a folder; of several processes that start at once, one makes it. */
async function keyIn(folder: string): Promise<string> {
  return (await findKey(folder)) ?? storeKey(folder, randomBytes(32).toString('base64url'))
}
