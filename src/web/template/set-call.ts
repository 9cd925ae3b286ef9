import { curl } from '../api/curl.ts'

const example = `version: 1
trail:
  attestations:
    - name: code-review
      type: generic
  artifacts:
    - name: app
      attestations:
        - name: unit-tests
          type: junit
`

/** The call that gives a flow a template; its other fields stay as they are. */
export function setTemplateCall(org: string, flow: string): string {
  return curl('putFlowWithTemplate', {
    params: { org },
    body: { name: flow },
    file: { part: 'template_file', name: 'template.yml', text: example },
  })
}
