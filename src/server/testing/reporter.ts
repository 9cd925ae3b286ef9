import { createHash } from 'node:crypto'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'
import { dataForm } from './multipart.ts'

/** Payloads of a reporting client, with valid values for what a test does not care about. */
export const commit = '1f0c4a9b7d2e63588e1a40c9d7b6f5e4a3928170'

/** SHA-256 of a text: a fingerprint for tests. */
export const fingerprintOf = (text: string) => createHash('sha256').update(text).digest('hex')

export const commitInfo = {
  sha1: commit,
  message: 'Fix the boiler',
  author: 'Ada <ada@example.com>',
  timestamp: 1_700_000_000,
  branch: 'main',
  url: `https://github.com/acme/boiler/commit/${commit}`,
}

/** An artifact report of the new form. */
export const artifactReport = (changes: object = {}) => ({
  fingerprint: fingerprintOf('boiler'),
  filename: 'boiler:1.0',
  git_commit: commit,
  git_commit_info: commitInfo,
  build_url: 'https://ci.example.com/1',
  commit_url: commitInfo.url,
  repo_url: '',
  template_reference_name: 'boiler',
  trail_name: 'run-1',
  ...changes,
})

export const junitResult = {
  name: 'unit',
  failures: 0,
  errors: 0,
  skipped: 1,
  total: 3,
  duration: 1.25,
  timestamp: 1_700_000_000.5,
}

/** An override of the evidence `scan`. */
export const overrideDraft = {
  attestation_name: 'scan',
  reason: 'Accepted for now',
  new_compliance_status: true,
  original_attestation_type: 'generic',
}

/** A form with a JSON part and perhaps a template. */
const templateForm = (json: object, content?: string) =>
  dataForm(
    json,
    content === undefined ? undefined : { part: 'template_file', name: 'template.yml', content },
  )

type File = { name: string; content: string | Buffer }

/** A client of the organization `acme`: one function for each task of a pipeline. */
export function reporter(app: Pick<TestApp, 'call'>) {
  const send = (method: string, path: string, request: TestRequest): Promise<TestAnswer> =>
    app.call(method, path, request)
  return {
    flow: (name: string, template?: string, fields: object = {}) =>
      send('PUT', '/flows/acme/template_file', {
        form: templateForm({ name, ...fields }, template),
      }),
    begin: (flow: string, name: string, fields: object = {}, template?: string) =>
      send('PUT', `/trails/acme/${flow}`, {
        form: templateForm({ name, ...fields }, template),
      }),
    artifact: (flow: string, changes: object = {}) =>
      send('POST', `/artifacts/acme/${flow}`, { json: artifactReport(changes) }),
    generic: (flow: string, trail: string, payload: object, file?: File) =>
      send('POST', `/attestations/acme/${flow}/trail/${trail}/generic`, {
        form: dataForm(payload, file && { part: 'attachment_file', ...file }),
      }),
    junit: (flow: string, trail: string, payload: object, file?: File) =>
      send('POST', `/attestations/acme/${flow}/trail/${trail}/junit`, {
        form: dataForm(
          { junit_results: [junitResult], ...payload },
          file && { part: 'attachment_file', ...file },
        ),
      }),
    /** An override to compliant of a generic attestation. */
    override: (flow: string, trail: string, payload: object = {}, key = 'member') =>
      send('POST', `/attestations/acme/${flow}/trail/${trail}/override`, {
        key,
        json: { ...overrideDraft, ...payload },
      }),
    /** A decision that the control `RCTL-1` is met. */
    decision: (flow: string, trail: string, payload: object = {}, file?: File) =>
      send('POST', `/attestations/acme/${flow}/trail/${trail}/system`, {
        form: dataForm(
          {
            attestation_name: 'approval',
            type_name: 'decision',
            control: 'RCTL-1',
            attestation_data: { is_compliant: true },
            ...payload,
          },
          file && { part: 'attachment_file', ...file },
        ),
      }),
    control: (identifier: string, name = 'Review') =>
      send('POST', '/controls/acme', { key: 'admin', json: { identifier, name } }),
    trail: async (flow: string, name: string) =>
      (await send('GET', `/trails/acme/${flow}/${name}`, {})).body,
  }
}
