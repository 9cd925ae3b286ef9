import * as z from 'zod/mini'
import { environmentName } from '#contract/common/fields.ts'
import { environmentType } from '#contract/environment/environment-type.ts'
import { call } from '../api/call.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { isThere } from '../api/is-there.ts'

/** What the form of a new environment holds; only a logical one has members. */
export const newEnvironment = z.object({
  name: environmentName,
  type: environmentType,
  description: z.string(),
  included_environments: z.array(z.string()),
})
export type NewEnvironment = z.output<typeof newEnvironment>

/** Whether there is an environment of this name, an archived one too: a PUT would change it. */
export const isEnvironment = (org: string, env_name: string) =>
  isThere(() => call('getEnvironment', { params: { org, env_name } }))

/** The body of the call that makes it. */
export function bodyOf({ included_environments, ...body }: NewEnvironment) {
  return body.type === 'logical' ? { ...body, included_environments } : body
}

/** Makes an environment. @throws ApiError with the refused fields */
export async function createEnvironment(org: string, made: NewEnvironment): Promise<void> {
  await retryAfterSignIn(() => call('putEnvironment', { params: { org }, body: bodyOf(made) }))
}
