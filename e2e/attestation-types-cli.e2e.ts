import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from './pipeline.ts'
import { expect } from './world.ts'

const schema = {
  type: 'object',
  required: ['coverage'],
  properties: { coverage: { type: 'number' } },
}

test('custom attestation types are created, versioned, read and archived', async ({
  pipeline: { folder, report, refusal },
}) => {
  await writeFile(join(folder, 'schema.json'), JSON.stringify(schema))
  await writeFile(join(folder, 'broken.json'), '{"type": "text"}')
  const create = ['create', 'attestation-type', 'cli-coverage']
  const asked = ['--schema', 'schema.json', '--jq', '.coverage >= 80', '--jq', '.coverage <= 100']
  const shown = ['--summary', 'Coverage=.coverage', '--summary', 'Enough=.coverage == 100']
  expect(
    await report(...create, '--description', 'How much is tested', ...asked, ...shown),
  ).toContain('cli-coverage was created')
  expect(await report(...create, '--jq', '.coverage >= 90')).toContain('was created')

  const get = ['get', 'attestation-type']
  const read = JSON.parse(await report(...get, 'cli-coverage', '--output', 'json'))
  expect(read).toMatchObject({
    name: 'cli-coverage',
    archived: false,
    versions: [
      { version: 2, evaluator: { content_type: 'jq', rules: ['.coverage >= 90'] } },
      {
        version: 1,
        type_schema: schema,
        evaluator: { rules: ['.coverage >= 80', '.coverage <= 100'] },
        summary: [
          { name: 'Coverage', expression: '.coverage' },
          { name: 'Enough', expression: '.coverage == 100' },
        ],
      },
    ],
  })
  expect(await report(...get, 'cli-coverage')).toMatch(/Name:\s+cli-coverage[^]*\.coverage >= 90/)
  const first = JSON.parse(await report(...get, 'cli-coverage@v1', '--output', 'json'))
  expect(first.versions).toMatchObject([{ version: 1 }])
  expect(await report(...get, 'cli-coverage@v1')).toContain('.coverage <= 100')
  await report('create', 'attestation-type', 'cli-bare')
  const list = ['list', 'attestation-types']
  expect(await report(...list)).toMatch(/cli-bare[^]*cli-coverage/)
  const listed = JSON.parse(await report(...list, '--output', 'json'))
  expect(listed).toContainEqual(expect.objectContaining({ name: 'cli-bare' }))
  await report('archive', 'attestation-type', 'cli-bare')
  await report('archive', 'attestation-type', 'cli-bare')
  expect(JSON.parse(await report(...get, 'cli-bare', '--output', 'json')).archived).toBe(true)

  const absent = "Custom attestation type 'cli-none' does not exist for org 'acme'"
  expect(await refusal(...get, 'cli-none')).toContain(absent)
  expect(await refusal('archive', 'attestation-type', 'cli-none')).toContain(absent)
  expect(await refusal(...get, 'cli-coverage@v10')).toContain(
    "version 10 does not exist for custom attestation type 'cli-coverage'",
  )
  expect(await refusal(...create, '--jq', '.coverage >')).toContain('evaluator.rules.0:Not a jq')
  expect(await refusal(...create, '--schema', 'broken.json')).toContain('type_schema:Not a JSON')
  expect(await refusal(...create, '--summary', 'Odd=(')).toContain('summary.0.expression:')
  expect(await refusal('create', 'attestation-type', '-odd name-')).toMatch(/unknown|match pattern/)
  expect(await refusal(...list, '--output', 'yaml')).toContain('yaml')
})

test('evidence of a custom type is reported and evaluated', async ({
  pipeline: { folder, report, refusal },
}) => {
  const files = { 'good.json': { coverage: 85 }, 'low.json': { coverage: 10 }, 'bad.json': {} }
  for (const [name, data] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(data))
  }
  await writeFile(join(folder, 'schema.json'), JSON.stringify(schema))
  const asked = ['--schema', 'schema.json', '--jq', '.coverage >= 80', '--summary', 'Is=.coverage']
  await report('create', 'attestation-type', 'cli-evaluated', ...asked)
  const of = ['--flow', 'cli-custom', '--trail', 'run']
  const attest = ['attest', 'custom', '--type', 'cli-evaluated', '--name', 'coverage', ...of]
  expect(await report(...attest, '--attestation-data', 'good.json')).toContain(
    "'coverage' is reported to trail: run",
  )
  const links = ['--build-url', 'https://ci.example.com/1', '--commit-url', 'https://g.example.com']
  const file = ['api.bin', '--artifact-type', 'file']
  await report('attest', 'artifact', ...file, '--name', 'api', ...of, ...links)
  const on = [...file, '--attestation-data', 'low.json', '--attachments', 'template.yml']
  await report(...attest, ...on)

  const read = ['get', 'attestation', 'coverage', ...of]
  const [newest, first] = JSON.parse(await report(...read, '--output', 'json'))
  expect(newest).toMatchObject({
    attestation_type: 'custom:cli-evaluated',
    is_compliant: false,
    type_version: 1,
    attestation_data: { coverage: 10 },
    rule_results: [{ rule: '.coverage >= 80', passed: false }],
    summary: [{ name: 'Is', value: 10 }],
    has_audit_package: true,
  })
  expect(first).toMatchObject({ is_compliant: true, rule_results: [{ passed: true }] })
  expect(await report(...read)).toMatch(/custom:cli-evaluated/)

  expect(await refusal(...attest, '--attestation-data', 'bad.json')).toContain(
    "attestation_data must have required property 'coverage'",
  )
  const unknown = ['attest', 'custom', '--type', 'cli-none', '--name', 'coverage', ...of]
  expect(await refusal(...unknown, '--attestation-data', 'good.json')).toContain(
    "Custom attestation type 'cli-none' does not exist for org 'acme'",
  )
  await report('archive', 'attestation-type', 'cli-evaluated')
  expect(await refusal(...attest, '--attestation-data', 'good.json')).toContain('archived')
})
