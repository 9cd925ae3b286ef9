import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OperatorError } from '#server/platform/failure.ts'
import { ArchiveWriter } from './archive-writer.ts'

let uncaught: unknown[]
const onUncaught = (error: unknown) => void uncaught.push(error)
beforeEach(() => {
  uncaught = []
  process.on('uncaughtException', onUncaught)
})
afterEach(() => void process.off('uncaughtException', onUncaught))

const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

/** A disk that takes some bytes, later than they come. */
function smallDisk(left: number): Writable {
  return new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      setImmediate(() => done(left < 0 ? full() : null))
    },
  })
}

const size = 200_000
const steps: Record<string, (archive: ArchiveWriter, name: string) => Promise<unknown>> = {
  entries: (archive, name) => archive.add(name, randomBytes(size)),
  files: (archive, name) => archive.addStream(name, size, Readable.from([randomBytes(size)])),
  chunks: (archive, name) =>
    archive.addChunks((chunk) => `${name}/${chunk}`, Readable.from([randomBytes(30 * size)])),
}

async function write(target: Writable, step: (typeof steps)[string]): Promise<void> {
  const archive = new ArchiveWriter(target, 0)
  for (let count = 0; count < 10; count += 1) {
    await step(archive, `entry-${count}`)
    // Meanwhile the failure may come that the next step meets.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await archive.end()
}

it.each(Object.entries(steps))('says why the disk takes no more %s', async (_, step) => {
  for (const target of [smallDisk(3 * size), smallDisk(0), createWriteStream('/dev/full')]) {
    const writing = write(target, step)
    await expect(writing).rejects.toThrow(OperatorError)
    await expect(writing).rejects.toThrow(/^The backup cannot be written: ENOSPC: no space left/)
  }
  expect(uncaught).toEqual([])
})

it('says why the last bytes are not taken', async () => {
  const target = new Writable({
    write: (_chunk, _encoding, done) => done(),
    final: (done) => done(full()),
  })
  await expect(write(target, steps['entries']!)).rejects.toThrow(/cannot be written: ENOSPC/)
  expect(uncaught).toEqual([])
})

it('passes on why there is no more to write', async () => {
  const unread = Object.assign(new Error('read EIO'), { code: 'EIO' })
  const content = new Readable({ read: () => void content.destroy(unread) })
  const writing = write(smallDisk(100 * size), (archive, name) =>
    archive.addStream(name, size, content),
  )
  await expect(writing).rejects.toBe(unread)
  expect(uncaught).toEqual([])
})
