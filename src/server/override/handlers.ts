import { acceptOverride } from '../change/accept-override.ts'
import { askedOverride, askForOverride, makeMany, previewMany } from '../change/bulk-override.ts'
import { endOverride } from '../change/end-override.ts'
import { previewOverride } from '../change/preview-override.ts'
import { approveProposal, declineProposal, withdrawProposal } from '../change/proposal.ts'
import { reviewOverrides } from '../change/review-overrides.ts'
import { setOverrideExpiry } from '../change/set-override-expiry.ts'
import { dryRun, write } from '../change/write.ts'
import type { Handlers } from '../handler.ts'

export const overrideHandlers = {
  overrideAttestation: (context, { params, body, raw }) =>
    write(context, (w) => acceptOverride(w, { ...params, payload: body, raw })),

  async makeOverride(context, { body }) {
    return { override_id: await write(context, (w) => acceptOverride(w, askedOverride(body))) }
  },

  previewOverride: (context, { body }) =>
    dryRun(context, (w) => previewOverride(w, askedOverride(body))),

  async makeOverrides(context, { body }) {
    return { results: await makeMany(context, body) }
  },

  previewOverrides: (context, { body }) => dryRun(context, (w) => previewMany(w, body)),

  async proposeOverride(context, { body }) {
    return { proposal_id: await askForOverride(context, askedOverride(body)) }
  },

  async approveProposal(context, { params, body }) {
    const by = { reason: body.reason ?? '', role: context.role }
    return { override_id: await write(context, (w) => approveProposal(w, params.proposal_id, by)) }
  },

  async declineProposal(context, { params, body }) {
    const by = { reason: body.reason, role: context.role }
    await write(context, (w) => declineProposal(w, params.proposal_id, by))
    return 'OK'
  },

  async withdrawProposal(context, { params, body }) {
    await write(context, (w) => withdrawProposal(w, params.proposal_id, body.reason ?? ''))
    return 'OK'
  },

  async setOverrideExpiry(context, { params, body }) {
    const by = { ...body, role: context.role }
    await write(context, (w) => setOverrideExpiry(w, params.override_id, by))
    return 'OK'
  },

  async endOverride(context, { params, body }) {
    await write(context, (w) => endOverride(w, params.override_id, body.reason))
    return 'OK'
  },

  async reviewOverrides(context, { body }) {
    const comment = body.comment ?? ''
    await write(context, (w) => reviewOverrides(w, { ...body, comment }))
    return 'OK'
  },
} satisfies Partial<Handlers>
