import { beforeAll, expect, test, vi } from 'vitest'
import { type ReportTarget, reportCall } from './report-call.ts'

beforeAll(() => void vi.stubGlobal('location', { origin: 'https://cairn.example' }))

const target: ReportTarget = {
  org: 'acme',
  flow: 'payments',
  trail: 'build-1',
  name: 'unit-tests',
  type: 'junit',
  artifact: null,
  commit: null,
}
const dataOf = (call: string | null) =>
  JSON.parse(/data_json=(.*)'/.exec(call ?? '')?.[1] ?? '{}') as object

test('reports on the trail', () => {
  const call = reportCall(target)
  expect(call).toContain(
    "curl -X POST 'https://cairn.example/api/v2/attestations/acme/payments/trail/build-1/junit'",
  )
  expect(call).toContain('"Authorization: Bearer $CAIRN_KEY"')
  expect(dataOf(call)).toMatchObject({ attestation_name: 'unit-tests', junit_results: [{}] })
  expect(dataOf(call)).not.toHaveProperty('artifact_fingerprint')
})

test('reports on an artifact by its fingerprint, or before it is there by name and commit', () => {
  const app = { name: 'app', fingerprint: 'a'.repeat(64) }
  expect(dataOf(reportCall({ ...target, artifact: app }))).toMatchObject({
    artifact_fingerprint: app.fingerprint,
  })
  const early = { ...target, artifact: { ...app, fingerprint: null }, commit: 'c0ffee1' }
  expect(dataOf(reportCall(early))).toMatchObject({
    target_artifacts: ['app'],
    git_commit_info: { sha1: 'c0ffee1' },
  })
})

test('any type is filled by a generic report; an unknown one by none', () => {
  expect(reportCall({ ...target, type: '*' })).toContain('/generic')
  expect(reportCall({ ...target, type: 'coverage' })).toBeNull()
})

test('a custom type is named in the report', () => {
  const call = reportCall({ ...target, type: 'custom:coverage' })
  expect(call).toContain('/custom')
  expect(dataOf(call)).toMatchObject({ type_name: 'coverage', attestation_data: {} })
})
