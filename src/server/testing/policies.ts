import type { TestApp } from './app.ts'
import type { Form } from './multipart.ts'

/** YAML of a policy with these rules: the lines below `artifacts`. */
export const policyYaml = (...rules: string[]) =>
  [
    '_schema: https://schemas.example.com/policy/environment/v1',
    ...(rules.length > 0 ? ['artifacts:'] : []),
    ...rules.map((rule) => `  ${rule}`),
    '',
  ].join('\n')

/** Requires provenance of every artifact. */
export const provenanceYaml = policyYaml('provenance:', '  required: true')

/**
 * Requires an attestation of a name on every artifact or its trail, except for flows with a tag.
 */
export const attestationYaml = (name: string, condition?: string) =>
  policyYaml(
    'attestations:',
    `  - name: ${name}`,
    '    type: generic',
    ...(condition ? [`    if: '\${{ ${condition} }}'`] : []),
  )

/** A policy as clients send it. */
export const policyForm = (payload: object, content?: string): Form => [
  { name: 'payload', content: JSON.stringify({ type: 'env', ...payload }) },
  ...(content === undefined ? [] : [{ name: 'policy_file', content, fileName: 'policy.yml' }]),
]

const named = (policy_names: string[]) => ({ json: { policy_names } })

/** A client that manages policies and allow-lists of the organization `acme`. */
export function policyClient(app: Pick<TestApp, 'call'>) {
  return {
    policy: (name: string, content: string, more: object = {}) =>
      app.call('PUT', '/policies/acme', { form: policyForm({ name, ...more }, content) }),
    attach: (environment: string, ...names: string[]) =>
      app.call('POST', `/environments/acme/${environment}/policies`, named(names)),
    detach: (environment: string, ...names: string[]) =>
      app.call('DELETE', `/environments/acme/${environment}/policies`, named(names)),
    allow: (environment: string, artifact_fingerprint: string, description = 'It has to run') =>
      app.call('PUT', `/allowlists/acme/${environment}`, {
        json: { artifact_fingerprint, artifact_name: 'shop', description },
      }),
    disallow: (environment: string, fingerprint: string) =>
      app.call('DELETE', `/allowlists/acme/${environment}/${fingerprint}`),
    tag: (flow: string, set_tags: object, remove_tags: string[] = []) =>
      app.call('PATCH', `/tags/acme/flow/${flow}`, { json: { set_tags, remove_tags } }),
  }
}
