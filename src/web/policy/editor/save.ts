import { putPolicy } from '#contract/policy/policy.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'

/** A policy as an editor holds it. */
export interface EditedPolicy {
  name: string
  description: string
  /** Why there is another version. */
  comment: string
  /** YAML. */
  text: string
}

const fileName = 'policy.yml'
const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

const bodyOf = ({ name, description, comment }: EditedPolicy) => ({
  name,
  description,
  comment,
  type: 'env' as const,
})

/** Makes a policy, or another version of one as it was read; refused with 412 when it changed since. */
export async function savePolicy(
  org: string,
  policy: EditedPolicy,
  ifMatch: string | undefined,
): Promise<void> {
  const file = new File([ended(policy.text)], fileName, { type: 'application/yaml' })
  const input = { params: { org }, body: bodyOf(policy), file, ...(ifMatch && { ifMatch }) }
  await call(putPolicy, input)
}

/** The call that saves a policy. */
export const saveCall = (org: string, policy: EditedPolicy): string =>
  curl(putPolicy, {
    params: { org },
    body: bodyOf(policy),
    file: { part: 'policy_file', name: fileName, text: ended(policy.text) },
  })
