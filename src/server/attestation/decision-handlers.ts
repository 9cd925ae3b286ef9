import type { Decision } from '#contract/attestation.ts'
import { controlOfPath } from '../change/control-path.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { linkedPage } from '../page.ts'
import { notFound } from '../problem.ts'
import { findDecision, pageOfDecisions } from './decision-queries.ts'
import { attestationItem } from './item.ts'
import type { AttestationRow } from './queries.ts'

const decisionItem = ({ links, orgName }: OrgContext, row: AttestationRow) =>
  attestationItem(links, orgName, row) as Decision

export const decisionHandlers = {
  async listDecisions(context, { params, query, url }) {
    const { identifier } = await controlOfPath(context, params.identifier)
    const filters = { ...query, control: identifier }
    const { rows, total } = await pageOfDecisions(context.org, filters, query)
    return {
      decisions: rows.map((row) => decisionItem(context, row)),
      ...linkedPage(context.links, url, total, query),
    }
  },

  async getDecision(context, { params }) {
    const { identifier } = await controlOfPath(context, params.identifier)
    const row = await findDecision(context.org, identifier, params.attestation_id)
    if (row) return decisionItem(context, row)
    throw notFound(`Decision '${params.attestation_id}' does not exist for control '${identifier}'`)
  },
} satisfies Partial<Handlers>
