import * as z from 'zod/mini'
import { maybe, ok } from './common.ts'
import { endpoint } from './endpoint.ts'
import { overrideDraft, overrideReason } from './override.ts'

/** Where requests for overrides go; the refusal of an override says so. */
export const proposalsPath = '/cairn/{org}/override-proposals'

const proposal = <const Action extends string>(action: Action) =>
  ({
    method: 'POST',
    path: `${proposalsPath}/{proposal_id}/${action}`,
    access: 'member',
    status: [200],
    decided: 'product.md L6',
  }) as const

export const proposeOverride = endpoint({
  method: 'POST',
  path: proposalsPath,
  access: 'member',
  body: { kind: 'json', schema: overrideDraft },
  response: z.object({ proposal_id: z.string() }),
  status: [201],
  summary: 'Ask for an override, which a second person approves; the register lists it',
  decided: 'product.md L6',
})

export const approveProposal = endpoint({
  ...proposal('approve'),
  body: { kind: 'json', schema: z.object({ reason: maybe(z.string()) }) },
  response: z.object({ override_id: z.string() }),
  summary: 'Approve a request for an override, which is made at once; never by who asked for it',
})

export const declineProposal = endpoint({
  ...proposal('decline'),
  body: { kind: 'json', schema: z.object({ reason: overrideReason }) },
  response: ok,
  summary: 'Decline a request for an override',
})

export const withdrawProposal = endpoint({
  ...proposal('withdraw'),
  body: { kind: 'json', schema: z.object({ reason: maybe(z.string()) }) },
  response: ok,
  summary: 'Withdraw an own request for an override',
})
