import type { QueryOf } from '#contract/common/endpoint.ts'
import type {
  EnvironmentSummary,
  listEnvironmentSummaries,
} from '#contract/environment/environment-list.ts'
import type { Standing } from '#contract/verdict/standing.ts'
import { isStale, type ReportingRules } from '#domain/environment/stale-report.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { exportAnswer, inBatches } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { freshnessAt, type Freshness } from '#server/organization/settings.ts'
import { attachTo, detachFrom } from '#server/policy/attach-policies.ts'
import { Answer, type Handlers } from '#server/request/handler.ts'
import { tagged } from '#server/request/entity-tag.ts'
import { linkedPage, pagination } from '#server/request/pagination.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { qualifierColumns } from '#server/verdict/verdict-columns.ts'
import {
  changeEnvironmentFields,
  archiveEnvironment,
  renameEnvironment,
  joinEnvironments,
} from './change-environment.ts'
import {
  environmentItem,
  environmentOfPath,
  environmentRecord,
  environmentStanding,
  settingsOf,
} from './load-environment.ts'
import { readExceptionEnds } from './exception-ends.ts'
import {
  listEnvironmentIds,
  listStatuses,
  listStatusesOf,
  pageOfEnvironments,
} from './list-queries.ts'
import { putEnvironment } from './put-environment.ts'
import { readSummaries } from './read-summaries.ts'
import type { StatusRow } from './status-queries.ts'

/** An environment in a file, whose reader does not know when it was made. */
type EnvironmentRow = EnvironmentSummary & { stale: boolean }

/** Columns of environments as CSV. */
const environmentColumns: Columns<EnvironmentRow> = {
  name: (environment) => environment.name,
  description: (environment) => environment.description,
  type: (environment) => environment.type,
  state: (environment) => environment.state,
  stale: (environment) => environment.stale,
  since: (environment) => isoTime(environment.since),
  running_count: (environment) => environment.running_count,
  running_compliant: (environment) => environment.running.compliant,
  running_compliant_qualified: (environment) => environment.running.qualified,
  running_non_compliant: (environment) => environment.running.non_compliant,
  running_unknown: (environment) => environment.running.unknown,
  running_stale: (environment) => environment.running.stale,
  failing: (environment) => environment.failing?.reason ?? null,
  ...qualifierColumns<EnvironmentRow>(({ qualifiers }) => qualifiers),
  last_changed_at: (environment) => isoTime(environment.last_changed_at),
  last_reported_at: (environment) => isoTime(environment.last_reported_at),
  stale_at: (environment) => isoTime(environment.stale_at),
  reporting_interval: (environment) => environment.reporting?.interval ?? null,
  reporting_basis: (environment) => environment.reporting?.basis ?? null,
  last_modified_at: (environment) => isoTime(environment.last_modified_at),
  included_environments: (environment) => environment.included_environments?.join(' ') ?? null,
  tags: (environment) =>
    Object.entries(environment.tags)
      .map(([key, value]) => `${key}:${value}`)
      .join(' '),
}

type EnvironmentListQuery = Omit<QueryOf<typeof listEnvironmentSummaries>, 'page' | 'per_page'>

const staleFilter = ({ stale }: { stale?: boolean | null }, rules: ReportingRules) =>
  stale == null ? null : { is: stale, rules }

/** Filters and order of a list, with what staleness is measured with. */
const filtersOf = (query: EnvironmentListQuery, rules: ReportingRules) => ({
  ...query,
  stale: staleFilter(query, rules),
  sort: query.sort === 'verdict' ? { worstFirst: rules } : query.sort,
})

/**
 * Environments that stand so, in order. What carries a verdict is weighed by the domain, so all
 * that match the other filters are read.
 */
async function listStanding(
  org: OrgDatabase,
  filters: Parameters<typeof listStatuses>[1],
  wanted: readonly Standing[],
  rules: Freshness,
): Promise<StatusRow[]> {
  const rows = await listStatuses(org, filters)
  return rows.filter((row) => wanted.includes(environmentStanding(row, rules)))
}

export const environmentHandlers = {
  async putEnvironment(context, { body }) {
    const outcome = await inUnitOfWork(context, (w) => putEnvironment(w, body))
    return new Answer(outcome === 'created' ? 201 : 200, 'OK')
  },

  async listEnvironments({ org, orgName, links, clock }, { query, url }) {
    const rules = await freshnessAt(org, clock())
    const items = async (rows: StatusRow[]) => {
      const endOf = await readExceptionEnds(org, rows)
      return rows.map((row) => environmentItem(orgName, row, rules, endOf(row)))
    }
    if (query.page == null && query.per_page == null) {
      const environments = await items(await listStatuses(org, query))
      const total = environments.length
      const whole = { page: 1, per_page: Math.max(1, total) }
      const { _links, ...counts } = linkedPage(links, url, total, whole)
      const { self } = _links
      return { environments, ...counts, _links: { self, first: self, last: self } }
    }
    const page = { page: query.page ?? 1, per_page: query.per_page ?? 15 }
    const { rows, total } = await pageOfEnvironments(org, query, page)
    return { environments: await items(rows), ...linkedPage(links, url, total, page) }
  },

  async getEnvironment(context, { params }) {
    const { id } = await environmentOfPath(context, params.env_name)
    return tagged(await environmentRecord(context, id, context.clock()), settingsOf)
  },

  patchEnvironment: (context, { params, body }) =>
    answerOk(context, (w) => changeEnvironmentFields(w, params.env_name, body)),

  archiveEnvironment: (context, { params }) =>
    answerOk(context, (w) => archiveEnvironment(w, params.env_name)),

  renameEnvironment: (context, { params, body }) =>
    answerOk(context, (w) => renameEnvironment(w, params.env_name, body.new_name)),

  joinEnvironment: (context, { params, body }) =>
    answerOk(context, (w) => joinEnvironments(w, params.env_name, body.physical_env_name)),

  attachPolicies: (context, { params, body }) =>
    answerOk(context, (w) => attachTo(w, params.env_name, body)),

  detachPolicies: (context, { params, body }) =>
    answerOk(context, (w) => detachFrom(w, params.env_name, body)),

  async listEnvironmentSummaries({ org, orgName, clock }, { query }) {
    const rules = await freshnessAt(org, clock())
    const filters = filtersOf(query, rules)
    if (query.standing?.length) {
      const standing = await listStanding(org, filters, query.standing, rules)
      const from = (query.page - 1) * query.per_page
      const rows = standing.slice(from, from + query.per_page)
      const data = await readSummaries(org, orgName, rows, rules)
      return { data, pagination: pagination(standing.length, query) }
    }
    const { rows, total } = await pageOfEnvironments(org, filters, query)
    const data = await readSummaries(org, orgName, rows, rules)
    return { data, pagination: pagination(total, query) }
  },

  async exportEnvironments(context, { query }) {
    const { org, orgName, clock } = context
    async function* read(): AsyncGenerator<EnvironmentRow[]> {
      const rules = await freshnessAt(org, clock())
      const rowsOf = async (statuses: StatusRow[]) =>
        (await readSummaries(org, orgName, statuses, rules)).map((one) => ({
          ...one,
          stale: isStale(one.stale_at, rules.now),
        }))
      const filters = filtersOf(query, rules)
      if (query.standing?.length) {
        yield rowsOf(await listStanding(org, filters, query.standing, rules))
        return
      }
      const ids = await listEnvironmentIds(org, filters)
      for (const some of inBatches(ids)) {
        yield rowsOf(await listStatusesOf(org, some))
      }
    }
    return exportAnswer(context, { list: 'environments', query, columns: environmentColumns, read })
  },
} satisfies Partial<Handlers>
