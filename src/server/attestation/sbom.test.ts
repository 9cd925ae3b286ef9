import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
beforeAll(async () => {
  app = await startTestApp()
  report = reporter(app)
  await report.flow('f', 'trail: { attestations: [{ name: parts, type: sbom }] }')
  await report.begin('f', 'run')
})
afterAll(() => app.close())

const content = '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1}'
const sha256 = createHash('sha256').update(content).digest('hex')
const summary = {
  format: 'cyclonedx-1.6',
  original_fingerprint: sha256,
  document: {
    created_at: '2026-11-20T10:00:00Z',
    tools: ['syft 1.2.3'],
    subject: { name: 'api', version: '1.0', purl: null, sha256: null },
    package_count: 2,
  },
}

const send = (attestation_data: unknown, name = 'parts') =>
  app.call('POST', '/attestations/acme/f/trail/run/system', {
    form: dataForm(
      {
        attestation_name: name,
        type_name: 'sbom',
        attestation_data,
        annotations: { sbom_format: 'cyclonedx-1.6', sbom_sha256: sha256 },
      },
      { part: 'attachment_file', name: 'sbom.json', content },
    ),
  })

describe('a software bill of materials', () => {
  it('is compliant evidence with its file, fills a slot, and is found by its type', async () => {
    const { status, body: id } = await send(summary)
    expect(status).toBe(201)
    const { compliance_status } = await report.trail('f', 'run')
    expect(compliance_status).toMatchObject({
      is_compliant: true,
      attestations_statuses: [{ attestation_type: 'system:sbom', unexpected: false }],
    })
    for (const type of ['sbom', 'system:sbom']) {
      const found = await app.call('GET', `/attestations/acme?attestation_type=${type}`)
      expect(found.body.data).toMatchObject([
        {
          attestation_id: id,
          is_compliant: true,
          type_name: 'sbom',
          attestation_data: summary,
          evidence_archive_fingerprint: sha256,
        },
      ])
    }
    const file = await app.call('GET', `/attestations/acme/f/trail/run/attestation/${id}/evidence`)
    expect(file.text).toBe(content)
  })

  it('may have a minimal document', async () => {
    const document = { created_at: null, tools: null, subject: null, package_count: 0 }
    expect((await send({ ...summary, document }, 'bare')).status).toBe(201)
    const { body } = await app.call('GET', '/attestations/acme/f/trail/run/bare')
    expect(body).toMatchObject([{ attestation_data: { document } }])
  })

  it('is overridden under its short name, which the override stores in full', async () => {
    await send(summary, 'overridden')
    const { status } = await report.override('f', 'run', {
      attestation_name: 'overridden',
      original_attestation_type: 'sbom',
      new_compliance_status: false,
    })
    expect(status).toBe(201)
    const { body } = await app.call('GET', '/attestations/acme/f/trail/run/overridden')
    expect(body[0]).toMatchObject({ attestation_type: 'system:sbom', is_override: true })
  })

  it.each([
    [undefined, 'attestation_data', 'Field required'],
    [{ ...summary, format: '' }, 'attestation_data.format', 'at least 1'],
    [
      { ...summary, original_fingerprint: 'x' },
      'attestation_data.original_fingerprint',
      'String should match pattern',
    ],
    [{ ...summary, document: {} }, 'attestation_data.document.package_count', 'Field required'],
    [
      { ...summary, document: { package_count: -1 } },
      'attestation_data.document.package_count',
      'greater than or equal to 0',
    ],
  ])('is refused with %j', async (data, field, reason) => {
    const { status, body } = await send(data, 'refused')
    expect(status).toBe(400)
    expect(body.errors[field]).toContain(reason)
    const { body: stored } = await app.call('GET', '/attestations/acme/f/trail/run/refused')
    expect(stored).toEqual([])
  })
})
