import type { Decision } from '#contract/attestation.ts'
import type { LoggedDecision } from '#contract/decision-page.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { dayStart } from '#domain/day-counts.ts'
import { violationsOf } from '#domain/decision-violations.ts'
import { verdictDays } from '#domain/verdict-days.ts'
import { controlVersionsOf } from '../change/control-versions.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { newToOld } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers } from '../handler.ts'
import { notFound } from '../problem.ts'
import { windowOf } from '../window.ts'
import { decisionColumns } from './decision-columns.ts'
import {
  countDecisions,
  type DecisionFilters,
  findDecisionRow,
  listDecisionRows,
} from './decision-log-queries.ts'
import { attestationItem } from './item.ts'

type DecisionRow = NonNullable<Awaited<ReturnType<typeof findDecisionRow>>>

const mostSentences = 100

const filtersOf = (query: QueryOf<Endpoints['countDecisionDays']>): DecisionFilters => ({
  controls: query.control ?? [],
  flowNames: query.flow_name ?? [],
  compliant: query.compliant ?? null,
  fingerprint: query.fingerprint || null,
  from: query.from_timestamp ?? null,
  to: query.to_timestamp ?? null,
})

/** What was sent. */
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
    trail_name: row.trail_name,
    artifact_fingerprint: row.fingerprint,
    reported_by: row.reported_by,
    violation: sentences[0] ?? null,
    violation_count: count,
  }
}

/** A decision by its id. @throws Problem 404 */
async function knownDecision(org: OrgDatabase, orgName: string, id: string): Promise<DecisionRow> {
  const row = await findDecisionRow(org, id)
  if (!row) throw notFound(`Decision '${id}' does not exist in organization '${orgName}'`)
  return row
}

export const decisionPageHandlers = {
  async listDecisionLog({ org, orgName }, { query }) {
    const { before, per_page } = query
    const place = before ? await knownDecision(org, orgName, before) : null
    // One more than asked for tells whether there is more.
    const rows = await listDecisionRows(org, filtersOf(query), place, per_page + 1)
    const shown = rows.slice(0, per_page)
    return {
      decisions: shown.map(loggedDecision),
      older: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null,
    }
  },

  async exportDecisions(context, { query }) {
    const { org } = context
    async function* read(asOf: number) {
      const found = newToOld<DecisionRow>(asOf, (before, page) =>
        listDecisionRows(org, filtersOf(query), before, page.per_page),
      )
      for await (const rows of found) yield rows.map(loggedDecision)
    }
    return exportAnswer(context, { list: 'decisions', query, columns: decisionColumns, read })
  },

  async countDecisionDays({ org, clock }, { query }) {
    const asked = { from: query.from_timestamp, to: query.to_timestamp }
    const window = windowOf(asked, clock(), { field: 'from_timestamp' })
    // Where nobody said when it begins, its first day is a whole one.
    const whole = asked.from == null ? { ...window, from: dayStart(window.from) } : window
    const counts =
      whole.from <= whole.to ? await countDecisions(org, { ...filtersOf(query), ...whole }) : []
    return { ...whole, days: verdictDays(whole, counts) }
  },

  async getDecisionPage(context, { params }) {
    const { org, orgName, links } = context
    const row = await knownDecision(org, orgName, params.attestation_id)
    const { sentences, count } = violationsOf(sentOf(row).attestation_data, mostSentences)
    return {
      decision: attestationItem(links, orgName, row) as Decision,
      violations: sentences,
      violation_count: count,
      ...(await controlVersionsOf(org, sentOf(row).control, row.control_version)),
    }
  },
} satisfies Partial<Handlers>
