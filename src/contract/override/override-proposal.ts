import * as z from 'zod/mini'
import { maybe, ok, text } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { overrideDraft } from './override-effect.ts'
import { overrideReason } from './override.ts'

/** Path of requests for overrides, which the error of an override that needs one names. */
export const proposalsPath = '/cairn/{org}/override-proposals'

/** The call that decides about a request of some path. */
export const proposalDecision = <const Path extends string, const Action extends string>(
  path: Path,
  action: Action,
) =>
  ({
    method: 'POST',
    path: `${path}/{proposal_id}/${action}`,
    access: 'member',
  }) as const

export const proposeOverride = endpoint({
  name: 'proposeOverride',
  method: 'POST',
  path: proposalsPath,
  access: 'member',
  body: { kind: 'json', schema: overrideDraft },
  response: z.object({ proposal_id: z.string() }),
  status: [201],
})

export const approveProposal = endpoint({
  name: 'approveProposal',
  ...proposalDecision(proposalsPath, 'approve'),
  body: { kind: 'json', schema: z.object({ reason: maybe(text) }) },
  response: z.object({ override_id: z.string() }),
})

export const declineProposal = endpoint({
  name: 'declineProposal',
  ...proposalDecision(proposalsPath, 'decline'),
  body: { kind: 'json', schema: z.object({ reason: overrideReason }) },
  response: ok,
})

export const withdrawProposal = endpoint({
  name: 'withdrawProposal',
  ...proposalDecision(proposalsPath, 'withdraw'),
  body: { kind: 'json', schema: z.object({ reason: maybe(text) }) },
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const overrideProposalTexts = {
  proposeOverride: {
    summary: 'Ask for an override, which a second person approves; the register lists it',
    description:
      'Stores the request with what the override would change, and returns its id; nothing is overridden yet. It is refused as making the override would be.',
  },
  approveProposal: {
    summary: 'Approve a request for an override, which is made at once; never by who asked for it',
    description:
      'Makes the override and returns its id. Who asked for it, and who the organization has not made an approver, is 403; a request that is decided, or that cannot be carried out any more, is 409.',
  },
  declineProposal: {
    summary: 'Decline a request for an override',
    description:
      'Closes the request with a reason; nothing is overridden. The same people may decline as may approve. A request that is decided is 409.',
  },
  withdrawProposal: {
    summary: 'Withdraw an own request for an override',
    description:
      'Closes the request; only who asked for it may do so, else 403. A request that is decided is 409.',
  },
} satisfies EndpointTexts
