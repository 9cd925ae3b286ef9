import type { AllowedArtifact } from '#contract/allow-list/allow-list.ts'
import type { AllowanceProposal } from '#contract/allow-list/allowance-proposal.ts'
import { approvalRefusal } from '#domain/override/override-rules.ts'
import { environmentOfPath } from '#server/environment/load-environment.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { overrideSettings } from '#server/organization/settings.ts'
import { Answer, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { allowArtifact, disallowArtifact } from './allow-artifact.ts'
import { listAllowed, listRequests } from './queries.ts'
import {
  approveAllowance,
  declineAllowance,
  requestAllowance,
  withdrawAllowance,
} from './request-allowance.ts'

export const allowListHandlers = {
  async allowArtifact(context, { params, body }) {
    const outcome = await inUnitOfWork(context, (w) => allowArtifact(w, params.env_name, body))
    return new Answer(outcome === 'added' ? 201 : 200, 'OK')
  },

  listAllowedArtifacts: (context, { params }) => readAllowed(context, params.env_name),

  async exportAllowedArtifacts(context, { params, query }) {
    const environment = params.env_name
    const rows = await readAllowed(context, environment)
    return exportAnswer(context, {
      list: 'allow-list',
      environment,
      query,
      columns: allowedColumns,
      read: () => [rows],
    })
  },

  disallowArtifact: (context, { params }) =>
    answerOk(context, (w) => disallowArtifact(w, params.env_name, params.fingerprint)),

  async proposeAllowance(context, { body }) {
    return { proposal_id: await inUnitOfWork(context, (w) => requestAllowance(w, body)) }
  },

  listAllowanceProposals: (context, { query }) => readRequests(context, query),

  approveAllowance: (context, { params, body }) =>
    answerOk(context, (w) => approveAllowance(w, params.proposal_id, body.reason ?? '')),

  declineAllowance: (context, { params, body }) =>
    answerOk(context, (w) => declineAllowance(w, params.proposal_id, body.reason)),

  withdrawAllowance: (context, { params, body }) =>
    answerOk(context, (w) => withdrawAllowance(w, params.proposal_id, body.reason ?? '')),
} satisfies Partial<Handlers>

/** Reads the entries of an environment that hold now. @throws Problem 404 */
async function readAllowed(context: OrgContext, name: string): Promise<AllowedArtifact[]> {
  const { id } = await environmentOfPath(context, name)
  return (await listAllowed(context.org, id)).map((row) => ({
    artifact_fingerprint: row.fingerprint,
    artifact_name: row.name,
    description: row.description,
    created_by: row.created_by,
    created_at: row.created_at,
    is_running: row.is_running,
    expires_at: row.expires_at,
  }))
}

const allowedColumns: Columns<AllowedArtifact> = {
  artifact: ({ artifact_name }) => artifact_name,
  fingerprint: ({ artifact_fingerprint }) => artifact_fingerprint,
  reason: ({ description }) => description,
  allowed_by: ({ created_by }) => created_by,
  allowed_at: ({ created_at }) => isoTime(created_at),
  expires_at: ({ expires_at }) => isoTime(expires_at),
  is_running: ({ is_running }) => is_running,
}

/** Reads requests that wait, as a caller sees them. */
async function readRequests(
  { org, actor, role }: OrgContext,
  query: Parameters<typeof listRequests>[1],
): Promise<AllowanceProposal[]> {
  const [rows, settings] = await Promise.all([
    listRequests(org, query, actor.responsibleId),
    overrideSettings(org),
  ])
  return rows.map((row) => {
    const is_own = row.created_by_id === actor.userId
    const refusal = approvalRefusal(settings, { ...actor, role }, is_own || row.is_of_own_account)
    return {
      proposal_id: row.id,
      environment_name: row.environment_name,
      artifact_fingerprint: row.fingerprint,
      artifact_name: row.name,
      description: row.description,
      requested_at: row.created_at,
      requested_by: row.created_by,
      expires_at: row.expires_at,
      expires_after_days: row.has_usual_expiry ? settings.default_days : null,
      is_own,
      approval_refusal: refusal?.message ?? null,
    }
  })
}
