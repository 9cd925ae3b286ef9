import * as z from 'zod/mini'
import { flowName } from '#contract/common/fields.ts'
import { visibility } from '#contract/flow/flow.ts'
import { call } from '../api/call.ts'
import { curl } from '../api/curl.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { isThere } from '../api/is-there.ts'

/** What the form of a new flow holds; the template is YAML, empty for none. */
export const newFlow = z.object({
  name: flowName,
  description: z.string(),
  visibility,
  template_file: z.string(),
})
export type NewFlow = z.output<typeof newFlow>

const fileName = 'template.yml'
const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

/** Whether the organization has a flow of this name, an archived one too: a PUT would change it. */
export const isFlow = (org: string, flow_name: string) =>
  isThere(() => call('getFlow', { params: { org, flow_name } }))

/** Makes a flow. @throws ApiError with the refused fields */
export async function createFlow(org: string, flow: NewFlow): Promise<void> {
  const { template_file: template, ...body } = flow
  const file = template.trim() === '' ? undefined : new File([ended(template)], fileName)
  const input = { params: { org }, body, ...(file && { file }) }
  await retryAfterSignIn(() => call('putFlowWithTemplate', input))
}

/** The call that makes a flow. */
export function newFlowCall(org: string, flow: NewFlow): string {
  const { template_file: template, ...body } = flow
  const file = { part: 'template_file', name: fileName, text: ended(template) }
  return curl('putFlowWithTemplate', {
    params: { org },
    body,
    ...(template.trim() !== '' && { file }),
  })
}
