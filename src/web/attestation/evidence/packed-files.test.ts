import { expect, it } from 'vitest'
import { listPackedFiles } from './packed-files.ts'

const block = 512

/** A tar entry, written by hand: what no tool would pack, too. */
function entry(name: string, content: string, kind = '0', size = content.length): Buffer {
  const header = Buffer.alloc(block)
  header.write(name.slice(0, 100), 0)
  header.write(size.toString(8).padStart(11, '0'), 124)
  header.write(kind, 156)
  header.write('ustar', 257)
  const body = Buffer.alloc(Math.ceil(content.length / block) * block)
  body.write(content)
  return Buffer.concat([header, body])
}
const end = Buffer.alloc(2 * block)
async function list(...parts: Buffer[]) {
  const packing = new Blob([new Uint8Array(Buffer.concat(parts))]).stream()
  const packed = packing.pipeThrough(new CompressionStream('gzip'))
  return listPackedFiles(new Uint8Array(await new Response(packed).arrayBuffer()))
}
const long = `${'deep/'.repeat(40)}report.xml`

it('lists files with their sizes, folders aside', async () => {
  const parts = [entry('logs/', '', '5'), entry('a.txt', 'hello'), entry('logs/b', 'x'.repeat(900))]
  expect(await list(...parts, end)).toEqual({
    files: [
      { name: 'a.txt', size: 5 },
      { name: 'logs/b', size: 900 },
    ],
    isWhole: true,
    documents: [],
  })
})

it('keeps what XML files hold, as long as they are small', async () => {
  const parts = [entry('a.xml', '<a/>'), entry('b.txt', 'x'), entry('c/B.XML', '<b/>')]
  expect((await list(...parts, end))?.documents).toEqual(['<a/>', '<b/>'])
  const large = entry('large.xml', '', '0', 30_000_000)
  expect((await list(large))?.documents).toEqual([])
})

it.each([
  ['POSIX', 'x', `${long.length + 9} path=${long}\n`],
  ['GNU', 'L', `${long}\0`],
])('knows long names as %s writes them', async (_who, kind, content) => {
  const found = await list(entry('head', content, kind), entry('short', 'x'), entry('b', ''), end)
  expect(found?.files).toEqual([
    { name: long, size: 1 },
    { name: 'b', size: 0 },
  ])
})

it('shows what there is of an archive that breaks off, and nothing of what is none', async () => {
  const cut = [entry('a', 'x'), entry('b', 'x', '0', 5_000)]
  expect(await list(...cut)).toMatchObject({ isWhole: false })
  expect(await list(Buffer.from('just a text, packed'))).toBeNull()
  expect(await list(Buffer.alloc(block, 'x'))).toBeNull()
  expect(await listPackedFiles(Uint8Array.of(0x1f, 0x8b, 8, 1, 2, 3))).toBeNull()
})

it('ends with an archive that holds too many files, or claims too much', async () => {
  const many = Array.from({ length: 1_100 }, (_, index) => entry(`f${index}`, ''))
  expect((await list(...many, end))?.files).toHaveLength(1_000)
  const bomb = Buffer.concat([entry('zeros', '', '0', 300_000_000), Buffer.alloc(8_000_000), end])
  expect(await list(bomb)).toMatchObject({ files: [{ size: 300_000_000 }], isWhole: false })
})
