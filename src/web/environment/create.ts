import * as z from 'zod/mini'
import { environmentName } from '#contract/common.ts'
import { environmentType } from '#contract/environment-type.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { untilSignedIn } from '../api/expiry.ts'

/** What the form of a new environment holds; only a logical one has members. */
export const newEnvironment = z.object({
  name: environmentName,
  type: environmentType,
  description: z.string(),
  included_environments: z.array(z.string()),
})
export type NewEnvironment = z.output<typeof newEnvironment>

/** Whether there is an environment of this name, an archived one too: a PUT would change it. */
export async function isEnvironment(org: string, env_name: string): Promise<boolean> {
  try {
    await untilSignedIn(() => call('getEnvironment', { params: { org, env_name } }))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** The body of the call that makes it. */
export function bodyOf({ included_environments, ...body }: NewEnvironment) {
  return body.type === 'logical' ? { ...body, included_environments } : body
}

/** Makes an environment. @throws ApiError with the refused fields */
export async function createEnvironment(org: string, made: NewEnvironment): Promise<void> {
  await untilSignedIn(() => call('putEnvironment', { params: { org }, body: bodyOf(made) }))
}
