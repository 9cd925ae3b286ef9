import type { TestApp } from './app.ts'
import { dataForm } from './multipart.ts'

/** Definition of a custom type, as clients send it; the schema as an object, or as any text. */
interface CustomTypeDraft {
  description?: string
  comment?: string
  rules?: unknown
  summary?: unknown
  schema?: unknown
}

/** A custom type as the clients create it. */
export function customTypeForm(name: unknown, draft: CustomTypeDraft) {
  const { rules, schema, ...rest } = draft
  const evaluator = rules === undefined ? undefined : { content_type: 'jq', rules }
  const content = typeof schema === 'string' ? schema : JSON.stringify(schema)
  return dataForm(
    { name, ...rest, evaluator },
    schema === undefined ? undefined : { part: 'type_schema', name: 'schema.json', content },
  )
}

/** A client of custom attestation types in the organization `acme`. */
export function customTypeClient(app: Pick<TestApp, 'call'>) {
  return {
    create: (name: unknown, draft: CustomTypeDraft = {}) =>
      app.call('POST', '/custom-attestation-types/acme', { form: customTypeForm(name, draft) }),
    get: (name: string, query = '') =>
      app.call('GET', `/custom-attestation-types/acme/${name}${query}`, { key: 'reader' }),
    archive: (name: string) => app.call('PUT', `/custom-attestation-types/acme/${name}/archive`),
    attest: (type_name: string, attestation_data: unknown, more: object = {}, run = 'run') =>
      app.call('POST', `/attestations/acme/shop/trail/${run}/custom`, {
        form: dataForm({ attestation_name: 'check', type_name, attestation_data, ...more }),
      }),
    read: async (id: string) =>
      (await app.call('GET', `/attestations/acme?attestation_id=${id}`, { key: 'reader' })).body
        .data[0],
    tryOut: async (draft: object) =>
      (
        await app.call('POST', '/cairn/acme/attestation_type_preview', {
          json: draft,
          key: 'reader',
        })
      ).body,
  }
}
