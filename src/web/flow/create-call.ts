import { curl } from '../api/curl.ts'

const template = `version: 1
trail:
  attestations:
    - name: unit-tests
      type: junit
`

/** The call that makes an organization's first flow, with a small template. */
export function createFlowCall(org: string, flow: string): string {
  return curl('putFlowWithTemplate', {
    params: { org },
    body: { name: flow, description: 'What this flow builds' },
    file: { part: 'template_file', name: 'template.yml', text: template },
  })
}
