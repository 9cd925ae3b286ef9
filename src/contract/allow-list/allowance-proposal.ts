import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { longName, maybe, ok, text, timestamp } from '#contract/common/fields.ts'
import { proposalDecision } from '#contract/override/override-proposal.ts'
import { overrideReason } from '#contract/override/override.ts'
import { allowArtifact } from './allow-list.ts'

/** Path of requests for entries, which the error of an entry that needs one names. */
export const allowanceProposalsPath = '/cairn/{org}/allowance-proposals'

/** Maximum number of waiting requests that are listed. */
export const maxAllowanceProposals = 200

export const proposeAllowance = endpoint({
  name: 'proposeAllowance',
  method: 'POST',
  path: allowanceProposalsPath,
  access: 'member',
  body: {
    kind: 'json',
    schema: z.extend(allowArtifact.body.schema, { environment_name: longName }),
  },
  response: z.object({ proposal_id: z.string() }),
  status: [201],
})

const allowanceProposal = z.object({
  proposal_id: z.string(),
  environment_name: z.string(),
  artifact_fingerprint: z.string(),
  artifact_name: z.string(),
  description: z.string(),
  requested_at: timestamp,
  requested_by: z.string(),
  expires_at: z.nullable(timestamp),
  /** Days from the approval to the end by the organization's present settings; else null. */
  expires_after_days: z.nullable(z.int()),
  /** Whether the caller asked for it, and so can withdraw it. */
  is_own: z.boolean(),
  /** Why the caller cannot approve or decline it; null if they can. */
  approval_refusal: z.nullable(z.string()),
})
export type AllowanceProposal = z.output<typeof allowanceProposal>

export const listAllowanceProposals = endpoint({
  name: 'listAllowanceProposals',
  method: 'GET',
  path: allowanceProposalsPath,
  access: 'reader',
  query: z.object({ environment_name: maybe(z.string()) }),
  response: z.array(allowanceProposal),
})

export const approveAllowance = endpoint({
  name: 'approveAllowance',
  ...proposalDecision(allowanceProposalsPath, 'approve'),
  body: { kind: 'json', schema: z.object({ reason: maybe(text) }) },
  response: ok,
})

export const declineAllowance = endpoint({
  name: 'declineAllowance',
  ...proposalDecision(allowanceProposalsPath, 'decline'),
  body: { kind: 'json', schema: z.object({ reason: overrideReason }) },
  response: ok,
})

export const withdrawAllowance = endpoint({
  name: 'withdrawAllowance',
  ...proposalDecision(allowanceProposalsPath, 'withdraw'),
  body: { kind: 'json', schema: z.object({ reason: maybe(text) }) },
  response: ok,
})

/** Texts of these endpoints in the API reference. */
export const allowanceProposalTexts = {
  proposeAllowance: {
    summary: 'Ask for an entry of an allow-list, which a second person approves',
    description:
      'Stores the request and returns its id; it allows nothing until it is approved. It is refused as making the entry would be, and with 409 where the artifact is on the list, or asked for, already.',
  },
  listAllowanceProposals: {
    summary: 'List requests for entries of allow-lists that wait, newest first',
    description:
      'Returns what each asks for, by whom, and whether the caller may decide about it. Up to 200 are listed.',
  },
  approveAllowance: {
    summary: 'Approve a request for an entry of an allow-list; never by who asked for it',
    description:
      'Puts the artifact on the list, with an end counted from now where the request left it to the settings. Who asked for it, and who is no approver, is 403; a request that is decided, or whose end has passed, is 409.',
  },
  declineAllowance: {
    summary: 'Decline a request for an entry of an allow-list',
    description:
      'Closes the request with a reason; nothing is allowed. The same people may decline as may approve.',
  },
  withdrawAllowance: {
    summary: 'Withdraw an own request for an entry of an allow-list',
    description: 'Closes the request; only who asked for it may do so, else 403.',
  },
} satisfies EndpointTexts
