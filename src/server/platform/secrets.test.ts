import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { Secrets } from './secrets.ts'

const [secret, former, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
]

/** As texts were sealed first: under a plain hash of the secret, without a version. */
function sealedFirst(text: string, place: string, by: string, firstByte: number): Buffer {
  const iv = Buffer.concat([Buffer.of(firstByte), randomBytes(11)])
  const key = createHash('sha256').update(by).digest()
  const sealing = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), content])
}

it('reveals what it sealed, for the same place, and nobody else does', () => {
  const sealed = new Secrets(secret).seal('grüße', 'here')
  expect(sealed[0]).toBe(1)
  expect(new Secrets(secret).reveal(sealed, 'here')).toBe('grüße')
  expect(new Secrets(secret).reveal(sealed, 'there')).toBeNull()
  expect(new Secrets(other).reveal(sealed, 'here')).toBeNull()
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[at] = changed[at]! ^ 2
    expect(new Secrets(secret).reveal(changed, 'here')).toBeNull()
  }
})

it('reveals what was sealed under the secret before, and seals under the present one', () => {
  const both = new Secrets(secret, former)
  expect(both.reveal(new Secrets(former).seal('text', 'here'), 'here')).toBe('text')
  expect(new Secrets(former).reveal(both.seal('text', 'here'), 'here')).toBeNull()
  expect(both.reveal(new Secrets(other).seal('text', 'here'), 'here')).toBeNull()
})

it.each([0, 1, 255])('reveals texts of the first form that begin with the byte %d', (byte) => {
  expect(new Secrets(secret).reveal(sealedFirst('text', 'here', secret, byte), 'here')).toBe('text')
  const both = new Secrets(secret, former)
  expect(both.reveal(sealedFirst('text', 'here', former, byte), 'here')).toBe('text')
  expect(both.reveal(sealedFirst('text', 'here', other, byte), 'here')).toBeNull()
})

it.each([0, 1, 12, 28, 29])('reveals nothing of %d bytes', (length) => {
  expect(new Secrets(secret).reveal(Buffer.alloc(length, 1), 'here')).toBeNull()
})
