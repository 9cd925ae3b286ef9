import type { Decision } from '#contract/attestation/attestation.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { LoggedDecision } from '#contract/decision/decision.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { verdictDays } from '#domain/common/days.ts'
import { violationsOf } from '#domain/decision/decision-violations.ts'
import type { AttestationRow } from '#server/attestation/queries.ts'
import { attestationItem } from '#server/attestation/serialize-attestation.ts'
import { controlVersionsOf, controlOfPath } from '#server/control/load-control.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { exportAnswer, newToOld } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { notFound } from '#server/platform/problem.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { linkedPage } from '#server/request/pagination.ts'
import {
  findDecisionRow,
  type DecisionFilters,
  listDecisionRows,
  countDecisions,
  pageOfDecisions,
  findDecision,
} from './queries.ts'

/** Columns of decisions as CSV. */
const decisionColumns: Columns<LoggedDecision> = {
  attestation_id: (decision) => decision.attestation_id,
  created_at: (decision) => isoTime(decision.created_at),
  control: (decision) => decision.control,
  control_version: (decision) => decision.control_version,
  control_name: (decision) => decision.control_name,
  is_compliant: (decision) => String(decision.is_compliant),
  flow_name: (decision) => decision.flow_name,
  flow_archived: (decision) => String(decision.flow_archived),
  trail_name: (decision) => decision.trail_name,
  attestation_name: (decision) => decision.attestation_name,
  artifact_fingerprint: (decision) => decision.artifact_fingerprint,
  reported_by: (decision) => decision.reported_by,
  violation: (decision) => decision.violation,
  violation_count: (decision) => decision.violation_count,
}

type DecisionRow = NonNullable<Awaited<ReturnType<typeof findDecisionRow>>>

const maxSentences = 100

const filtersOf = (query: QueryOf<Endpoints['countDecisionDays']>): DecisionFilters => ({
  controls: query.control ?? [],
  flowNames: query.flow_name ?? [],
  compliant: query.compliant ?? null,
  fingerprint: query.fingerprint || null,
  from: query.from_timestamp ?? null,
  to: query.to_timestamp ?? null,
})

/** The payload as sent. */
const sentOf = ({ payload }: DecisionRow) =>
  payload as unknown as Pick<Decision, 'attestation_data' | 'control'>

function loggedDecision(row: DecisionRow): LoggedDecision {
  const { sentences, count } = violationsOf(sentOf(row).attestation_data, 1)
  return {
    attestation_id: row.id,
    attestation_name: row.name,
    created_at: row.created_at,
    is_compliant: row.is_compliant,
    control: sentOf(row).control,
    control_version: row.control_version,
    control_name: row.control_name,
    flow_name: row.flow_name,
    flow_archived: row.flow_archived,
    trail_name: row.trail_name,
    artifact_fingerprint: row.fingerprint,
    reported_by: row.reported_by,
    violation: sentences[0] ?? null,
    violation_count: count,
  }
}

/** Finds a decision by its id. @throws Problem 404 */
async function knownDecision(org: OrgDatabase, orgName: string, id: string): Promise<DecisionRow> {
  const row = await findDecisionRow(org, id)
  if (!row) throw notFound(`Decision '${id}' does not exist in organization '${orgName}'`)
  return row
}

export const decisionPageHandlers = {
  async listDecisionLog({ org, orgName }, { query }) {
    const { before, per_page } = query
    const after = before ? await knownDecision(org, orgName, before) : null
    // One more than requested shows whether there are more.
    const rows = await listDecisionRows(org, filtersOf(query), after, per_page + 1)
    const shown = rows.slice(0, per_page)
    return {
      decisions: shown.map(loggedDecision),
      older: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null,
    }
  },

  async exportDecisions(context, { query }) {
    async function* read(asOf: number) {
      const found = newToOld<DecisionRow>(asOf, (before, page) =>
        listDecisionRows(context.org, filtersOf(query), before, page.per_page),
      )
      for await (const rows of found) yield rows.map(loggedDecision)
    }
    return exportAnswer(context, {
      list: 'decisions',
      query: { ...query, archived: context.org.archived },
      columns: decisionColumns,
      read,
    })
  },

  async countDecisionDays({ org, clock }, { query }) {
    const given = { from: query.from_timestamp, to: query.to_timestamp }
    const window = parseTimeWindow(given, clock(), { byDay: true })
    const counts =
      window.from <= window.to ? await countDecisions(org, { ...filtersOf(query), ...window }) : []
    return { ...window, days: verdictDays(window, counts) }
  },

  async getDecisionPage(context, { params }) {
    const { org, orgName, links } = context
    const row = await knownDecision(org, orgName, params.attestation_id)
    const { sentences, count } = violationsOf(sentOf(row).attestation_data, maxSentences)
    return {
      decision: attestationItem(links, orgName, row) as Decision,
      violations: sentences,
      violation_count: count,
      ...(await controlVersionsOf(org, sentOf(row).control, row.control_version)),
    }
  },
} satisfies Partial<Handlers>

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
    const row = await findDecision(context.org.seeing('include'), identifier, params.attestation_id)
    if (row) return decisionItem(context, row)
    throw notFound(`Decision '${params.attestation_id}' does not exist for control '${identifier}'`)
  },
} satisfies Partial<Handlers>
