import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { OperatorError } from './failure.ts'
import { Secrets } from './secrets.ts'

const [secret, former, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
]

/** As texts were encrypted first: under a plain hash of the secret, without a version. */
function encryptedFirst(text: string, place: string, by: string, firstByte: number): Buffer {
  const iv = Buffer.concat([Buffer.of(firstByte), randomBytes(11)])
  const key = createHash('sha256').update(by).digest()
  const sealing = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), content])
}

it('decrypts what it encrypted, for the same place, and nobody else does', () => {
  const encrypted = new Secrets(secret).encrypt('grüße', 'here')
  expect(encrypted[0]).toBe(1)
  expect(new Secrets(secret).decrypt(encrypted, 'here')).toBe('grüße')
  expect(new Secrets(secret).decrypt(encrypted, 'there')).toBeNull()
  expect(new Secrets(other).decrypt(encrypted, 'here')).toBeNull()
  for (const at of encrypted.keys()) {
    const changed = Buffer.from(encrypted)
    changed[at] = changed[at]! ^ 2
    expect(new Secrets(secret).decrypt(changed, 'here')).toBeNull()
  }
})

it('decrypts what was encrypted under the secret before, and encrypts under the present one', () => {
  const both = new Secrets(secret, former)
  expect(both.decrypt(new Secrets(former).encrypt('text', 'here'), 'here')).toBe('text')
  expect(new Secrets(former).decrypt(both.encrypt('text', 'here'), 'here')).toBeNull()
  expect(both.decrypt(new Secrets(other).encrypt('text', 'here'), 'here')).toBeNull()
})

it.each([0, 1, 255])('reveals texts of the first form that begin with the byte %d', (byte) => {
  expect(new Secrets(secret).decrypt(encryptedFirst('text', 'here', secret, byte), 'here')).toBe(
    'text',
  )
  const both = new Secrets(secret, former)
  expect(both.decrypt(encryptedFirst('text', 'here', former, byte), 'here')).toBe('text')
  expect(both.decrypt(encryptedFirst('text', 'here', other, byte), 'here')).toBeNull()
})

it.each([0, 1, 12, 28, 29])('reveals nothing of %d bytes', (length) => {
  expect(new Secrets(secret).decrypt(Buffer.alloc(length, 1), 'here')).toBeNull()
})

it.each(['', '\n', 'hunter2\n', `hunter2${' '.repeat(40)}`, `hunter2${'x'.repeat(24)}`])(
  'takes no key of a data folder from a file with %j, and leaves it',
  async (text) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-secret-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'secret.key')
    await writeFile(file, text)
    const none = { secret: null, previousSecret: null }
    const refused: unknown = await Secrets.open(folder, none).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(OperatorError)
    const { message } = refused as Error
    expect(message).toContain(`The file secret.key in ${folder} must hold at least 32 characters`)
    expect(message).not.toContain('hunter2')
    expect(await readFile(file, 'utf8')).toBe(text)
  },
)

it('makes a key that only its user reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-secret-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await Secrets.open(folder, { secret: null, previousSecret: null })
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
})

it('makes no key where there is one that it cannot read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-secret-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'secret.key'))
  const opening = Secrets.open(folder, { secret: null, previousSecret: null })
  await expect(opening).rejects.toThrow(OperatorError)
  await expect(opening).rejects.toThrow(`The file secret.key in ${folder} cannot be read (EISDIR`)
})
