import { proposeOverride } from '#contract/override/override-proposal.ts'
import { makeOverride } from '#contract/override/override.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import type { DraftBody } from './draft.ts'

/** Result of a draft: an override, or a request for one; both have a page of this id. */
export interface Made {
  id: string
  isRequest: boolean
}

/** Overrides at once, or asks for it where a second person has to approve. */
export async function submitOverride(
  org: string,
  body: DraftBody,
  needsApproval: boolean,
): Promise<Made> {
  const input = { params: { org }, body }
  if (!needsApproval) {
    return { id: (await call(makeOverride, input)).override_id, isRequest: false }
  }
  return { id: (await call(proposeOverride, input)).proposal_id, isRequest: true }
}

/** The call that does it. */
export const submitCall = (org: string, body: DraftBody, needsApproval: boolean) =>
  needsApproval
    ? curl(proposeOverride, { params: { org }, body })
    : curl(makeOverride, { params: { org }, body })
