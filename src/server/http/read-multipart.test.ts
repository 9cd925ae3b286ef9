import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { dataForm, type Form, multipart } from '#server/testing/multipart.ts'
import { fingerprintOf } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let before: Record<string, number>
beforeAll(async () => {
  app = await startTestApp()
  await app.call('PUT', '/flows/acme', { json: { name: 'known' } })
})
beforeEach(async () => void (before = await countRows(app)))
afterAll(() => app.close())

const MiB = 1024 * 1024
const targets = {
  flow: {
    method: 'PUT',
    path: '/flows/acme/template_file',
    json: { name: 'f' },
    file: 'template_file',
  },
  trail: { method: 'PUT', path: '/trails/acme/known', json: { name: 't' }, file: 'template_file' },
  attestation: {
    method: 'POST',
    path: '/attestations/acme/known/trail/t/generic',
    json: { attestation_name: 'a' },
    file: 'attachment_file',
  },
}
type Target = (typeof targets)[keyof typeof targets]

const send = ({ method, path }: Target, form: Form) => app.call(method, path, { form })
const sendRaw = ({ method, path }: Target, type: string, content: string | Buffer) =>
  app.call(method, path, { raw: { type, content } })
const jsonPart = ({ json }: Target) => ({ name: 'data_json', content: JSON.stringify(json) })
const filePart = ({ file }: Target, content: string | Buffer = 'version: 1\n') => ({
  name: file,
  fileName: 'it.yml',
  content,
})
const uploads = async () => (await readdir(join(app.dataDir, 'evidence', 'incoming'))).length

/** JSON of exactly so many bytes. */
const jsonOfSize = (json: object, size: number) => {
  const empty = JSON.stringify({ ...json, padding: '' })
  return JSON.stringify({ ...json, padding: 'x'.repeat(size - empty.length) })
}

async function expectRefused(
  answer: { status: number; body: unknown },
  status: number,
  body: object,
) {
  expect(answer.body).toEqual(body)
  expect(answer.status).toBe(status)
  expect(await countRows(app)).toEqual(before)
  expect(await uploads()).toBe(0)
}
const invalid = (errors: object) => ({ message: 'Input payload validation failed', errors })

describe.each(Object.entries(targets))('%s', (_name, target) => {
  const { content, type } = multipart([jsonPart(target), filePart(target)])

  it.each([
    ['as clients send it', {}],
    ['with a file name', { fileName: 'data.json' }],
    ['with an empty file name', { fileName: '' }],
    ['with a type', { type: 'application/json' }],
    ['with a file name and a type', { fileName: 'blob', type: 'application/json; charset=utf-8' }],
  ])('accepts the JSON part %s', async (_how, more) => {
    const answer = await send(target, [{ ...jsonPart(target), ...more }, filePart(target)])
    expect([200, 201]).toContain(answer.status)
  })

  it('accepts the parts in any order, unknown parts, and no file', async () => {
    const other = { name: 'other', content: 'x', fileName: 'x' }
    const form = [other, filePart(target), { name: 'more', content: 'y' }, jsonPart(target)]
    expect((await send(target, form)).status).toBeLessThan(300)
    expect((await send(target, [jsonPart(target)])).status).toBeLessThan(300)
  })

  it.each([
    ['an empty part', { content: '' }],
    ['a part of null', { content: 'null' }],
    ['the empty file input of a browser form', { content: '', fileName: '' }],
  ])('takes %s for no file', async (_what, part) => {
    const answer = await send(target, [jsonPart(target), { name: target.file, ...part }])
    expect(answer.status).toBeLessThan(300)
    expect(await uploads()).toBe(0)
    if (target === targets.trail) {
      const { body } = await app.call('GET', '/trails/acme/known/t')
      expect(body.flow_template_version).not.toBeNull()
    } else if (target === targets.attestation) {
      const { body } = await app.call('GET', `/attestations/acme?attestation_id=${answer.body}`)
      expect(body.data[0]).toMatchObject({ has_audit_package: false, evidence_archive_path: null })
    }
  })

  it('requires the JSON part', async () => {
    const body = invalid({ data_json: 'Field required' })
    await expectRefused(await send(target, [filePart(target)]), 400, body)
    await expectRefused(await send(target, []), 400, body)
    await expectRefused(await send(target, [{ name: 'DATA_JSON', content: '{}' }]), 400, body)
  })

  it('refuses a repeated part', async () => {
    const twice = [jsonPart(target), jsonPart(target), filePart(target)]
    const body = invalid({ data_json: 'Part may be sent only once [input: data_json]' })
    await expectRefused(await send(target, twice), 400, body)
    const files = [filePart(target), filePart(target), jsonPart(target)]
    const errors = { [target.file]: `Part may be sent only once [input: ${target.file}]` }
    await expectRefused(await send(target, files), 400, invalid(errors))
  })

  it('accepts a JSON part of 512 KiB, and no byte more', async () => {
    const part = (size: number) => ({
      name: 'data_json',
      content: jsonOfSize(target.json, size),
    })
    expect((await send(target, [part(512 * 1024)])).status).toBeLessThan(300)
    before = await countRows(app)
    const message = "Part 'data_json' is too large: the limit is 512 KiB"
    await expectRefused(await send(target, [part(512 * 1024 + 1)]), 413, { message })
    const huge = [filePart(target), part(11 * MiB)]
    await expectRefused(await send(target, huge), 413, { message })
  })

  it('refuses a file over 10 MB', async () => {
    const message = "File 'it.yml' is too large: the limit is 10 MB"
    const large = filePart(target, Buffer.alloc(10 * MiB + 1, '#'))
    await expectRefused(await send(target, [jsonPart(target), large]), 413, { message })
    await expectRefused(await send(target, [large, jsonPart(target)]), 413, { message })
  })

  it('accepts a file of exactly 10 MB', async () => {
    // A comment: an empty template.
    const file = filePart(target, Buffer.alloc(10 * MiB, '#'))
    expect((await send(target, [jsonPart(target), file])).status).toBeLessThan(300)
  })

  it.each([
    ['in the last boundary', content.length - 4],
    ['in the file', content.length - 50],
    ['in the JSON part', 130],
    ['in a header', 50],
    ['at once', 0],
  ])('refuses a body that ends %s', async (_where, length) => {
    const answer = await sendRaw(target, type, content.subarray(0, length))
    const errors = { [length ? 'body' : 'data_json']: expect.any(String) }
    await expectRefused(answer, 400, invalid(length ? errors : expect.anything()))
  })

  it.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['another boundary', 'multipart/form-data; boundary=other'],
  ])('refuses %s', async (_name, wrongType) => {
    const answer = await sendRaw(target, wrongType, content)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Input payload validation failed')
    expect(answer.body.errors.body).toBe(
      `${answer.body.errors.body.split(' [input: ')[0]} [input: ${wrongType}]`,
    )
    expect(await countRows(app)).toEqual(before)
  })

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense', ''])(
    'refuses the content type %j',
    async (wrongType) => {
      const answer = await sendRaw(target, wrongType, JSON.stringify(target.json))
      await expectRefused(answer, 400, invalid({ 'Content-Type': expect.any(String) }))
    },
  )

  it('refuses JSON without a body at all', async () => {
    const answer = await app.call(target.method, target.path)
    await expectRefused(answer, 400, invalid({ 'Content-Type': expect.any(String) }))
  })

  it.each([
    ['U+0000', 'a\0b'],
    ['more than 255 characters', 'x'.repeat(256)],
  ])('refuses a file name with %s', async (_name, fileName) => {
    const answer = await send(target, [jsonPart(target), { ...filePart(target), fileName }])
    await expectRefused(answer, 400, invalid({ [target.file]: expect.any(String) }))
  })
})

describe('JSON endpoints', () => {
  it.each(['multipart/form-data; boundary=x', 'text/plain', 'application/xml', 'x', ''])(
    'refuse the content type %j',
    async (type) => {
      const answer = await app.call('PUT', '/flows/acme', { raw: { type, content: '{}' } })
      await expectRefused(answer, 400, invalid({ 'Content-Type': expect.any(String) }))
    },
  )

  it('accept 10 MB, and no byte more', async () => {
    const put = (size: number) =>
      app.call('PUT', '/flows/acme', {
        raw: { type: 'application/json', content: jsonOfSize({ name: 'large' }, size) },
      })
    expect((await put(10 * MiB)).status).toBe(201)
    before = await countRows(app)
    const message = 'The request body is too large: the limit is 10 MB'
    await expectRefused(await put(10 * MiB + 1), 413, { message })
  })
})

it('stores no upload of a refused report', async () => {
  const form = dataForm(
    { attestation_name: 'a', artifact_fingerprint: fingerprintOf('unknown') },
    { part: 'attachment_file', name: 'e.txt', content: 'evidence' },
  )
  const answer = await send(targets.attestation, form)
  expect(answer.status).toBe(404)
  expect(await countRows(app)).toEqual(before)
  expect(await uploads()).toBe(0)
})
