import { putFlowWithTemplate } from '#contract/flow/flow.ts'
import {
  listTemplateVersions,
  previewTemplate,
  type TemplateVersion,
} from '#contract/template/template.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { bodyQuery, endpointQuery } from '#web/api/endpoint-query.ts'

/** A page of the versions of a flow's template, newest first. */
export function templateVersionListQuery(
  org: string,
  flow: string,
  page: { page?: number | undefined; per_page?: number | undefined },
) {
  return endpointQuery(listTemplateVersions, { org, flow_name: flow }, page)
}

/** Some versions of a flow's template by number; unknown ones are left out. */
export function templateVersionsQuery(org: string, flow: string, version: number[]) {
  return endpointQuery(listTemplateVersions, { org, flow_name: flow }, { version })
}

/** The newest version of a flow's template alone. */
export function newestTemplateQuery(org: string, flow: string) {
  return endpointQuery(listTemplateVersions, { org, flow_name: flow }, { per_page: 1 })
}

/** Problems of a draft, else its effect on the flow's last trails. */
export const draftEffectQuery = (org: string, flow: string, template: string) =>
  bodyQuery(previewTemplate, { org, flow_name: flow }, { template }, () => ({ template }))

/** Makes a draft the flow's template; the flow's other fields stay as they are. */
export async function saveTemplate(org: string, flow: string, template: string): Promise<void> {
  const file = new File([template], 'template.yml', { type: 'application/yaml' })
  await call(putFlowWithTemplate, { params: { org }, body: { name: flow }, file })
}

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
  return curl(putFlowWithTemplate, {
    params: { org },
    body: { name: flow },
    file: { part: 'template_file', name: 'template.yml', text: example },
  })
}

/** A template as people read it: its YAML, or the names of a legacy flow one below another. */
export function templateText({ content, names }: TemplateVersion): string {
  return content ?? (names ?? []).map((name) => `${name}\n`).join('')
}
