import type { QueryOf } from '#contract/common/endpoint.ts'
import type { ControlSummary, ShownEnvironment } from '#contract/control/control-page.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import {
  coveredIn,
  coveredInScope,
  sumCoverage,
  percentCovered,
} from '#domain/control/control-coverage.ts'
import type { PageOf } from '#server/database/keyset-page.ts'
import { exportAnswer, inBatches } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { tagged } from '#server/request/entity-tag.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { linkedPage, pagination } from '#server/request/pagination.ts'
import { answerOk, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { outcomeColumns } from '#server/verdict/verdict-columns.ts'
import { addControl, changeControl, archiveControl } from './change-control.ts'
import { planControls, readControlsCsv, importControls } from './import-controls.ts'
import {
  controlRecords,
  controlOfPath,
  controlRecord,
  settingsOf,
  versionItem,
} from './load-control.ts'
import {
  listControlRows,
  countControls,
  listVersionRows,
  listControlNames,
  listControlsAt,
  listLastDecisions,
} from './queries.ts'
import { listPolicied, readControlPage, readCoverage } from './read-control-page.ts'

export const controlHandlers = {
  createControl: (context, { body }) => inUnitOfWork(context, (w) => addControl(w, body)),

  async listControls(context, { query, url }) {
    const [rows, total] = await Promise.all([
      listControlRows(context.org, query, query),
      countControls(context.org, query),
    ])
    const controls = await controlRecords(context, rows)
    return { controls, ...linkedPage(context.links, url, total, query) }
  },

  async getControl(context, { params }) {
    const row = await controlOfPath(context, params.identifier)
    return tagged(await controlRecord(context, row), settingsOf)
  },

  updateControl: (context, { params, body }) =>
    inUnitOfWork(context, (w) => changeControl(w, params.identifier, body)),

  archiveControl: (context, { params }) =>
    answerOk(context, (w) => archiveControl(w, params.identifier, 'archived')),

  unarchiveControl: (context, { params }) =>
    answerOk(context, (w) => archiveControl(w, params.identifier, 'unarchived')),

  async listControlVersions({ org, links, ...context }, { params, query, url }) {
    const control = await controlOfPath({ org, ...context }, params.identifier)
    const rows = await listVersionRows(org, control.identifier, query)
    const paging = linkedPage(links, url, control.version, query)
    return { versions: rows.map(versionItem), ...paging }
  },
} satisfies Partial<Handlers>

/** Columns of controls as CSV. */
const controlColumns: Columns<ControlSummary> = {
  identifier: (control) => control.identifier,
  name: (control) => control.name,
  version: (control) => control.version,
  archived: (control) => String(control.archived),
  owner: (control) => control.owner,
  tags: (control) => JSON.stringify(control.tags),
  outcome: (control) => control.coverage.outcome,
  environments: (control) => control.coverage.total,
  environments_covered: (control) => control.coverage.covered,
  ...outcomeColumns<ControlSummary>(({ coverage }) => coverage.running),
  last_decision_at: (control) => isoTime(control.last_decision?.created_at ?? null),
  last_decision_compliant: (control) =>
    control.last_decision && String(control.last_decision.is_compliant),
  outcome_population: (control) => control.coverage.population,
}

export const controlImportHandlers = {
  async previewControlImport({ org }, { body }) {
    return tagged((await planControls(org, readControlsCsv(body.csv))).answer)
  },

  importControls: (context, { body }) => {
    const read = readControlsCsv(body.csv)
    return inUnitOfWork(context, (w) => importControls(w, read))
  },
} satisfies Partial<Handlers>

const environmentColumns: Columns<ShownEnvironment> = {
  environment: ({ name }) => name,
  type: ({ type }) => type,
  result: ({ result }) => result,
  failing_since: ({ failing_since }) => isoTime(failing_since),
  policies: ({ policies }) => policies.join(' '),
  ...outcomeColumns<ShownEnvironment>(({ running }) => running),
  may_fail_longer: ({ may_fail_longer }) => may_fail_longer,
}

/** Reads the page of a control, its environments narrowed by result. @throws Problem 404 */
async function controlPage(
  context: OrgContext,
  identifier: string,
  { result }: QueryOf<Endpoints['getControlPage']>,
) {
  const control = await controlOfPath(context, identifier)
  const page = await readControlPage(context, control)
  return {
    ...page,
    environments: page.environments.filter((one) => !result || one.result === result),
  }
}

type Query = Omit<QueryOf<Endpoints['listControlSummaries']>, keyof PageOf>

/**
 * Sorts controls by the number of environments that require them: the fewest first, ties by
 * identifier.
 */
async function sortByCoverage(context: OrgContext, query: Query) {
  const [names, environments] = await Promise.all([
    listControlNames(context.org, { ...query, sort_direction: 'asc' }),
    listPolicied(context),
  ])
  const scopes = new Map(
    (await listControlsAt(context.org, names)).map(({ identifier, scope }) => [identifier, scope]),
  )
  const turn = query.sort_direction === 'desc' ? -1 : 1
  return names
    .map((identifier) => ({
      identifier,
      ...coveredInScope({ identifier, scope: scopes.get(identifier) ?? null }, environments),
    }))
    .sort((a, b) => turn * (a.covered - b.covered))
    .map(({ identifier }) => identifier)
}

/** Identifiers of matching controls in order: of one page, or of all. */
async function identifiersOf(context: OrgContext, query: Query, page?: PageOf): Promise<string[]> {
  if (query.sort !== 'coverage') return listControlNames(context.org, query, page)
  const all = await sortByCoverage(context, query)
  if (!page) return all
  return all.slice((page.page - 1) * page.per_page, page.page * page.per_page)
}

/** Loads rows of the dashboard's list, in the given order of identifiers. */
async function summaries(
  context: OrgContext,
  identifiers: readonly string[],
): Promise<ControlSummary[]> {
  const rows = await listControlsAt(context.org, identifiers)
  const [coverage, decisions] = await Promise.all([
    readCoverage(context, rows),
    listLastDecisions(context.org, identifiers),
  ])
  return identifiers.flatMap((identifier): ControlSummary[] => {
    const row = rows.find((one) => one.identifier === identifier)
    if (!row) return []
    const { name, version, tags, owner, archived_at } = row
    return [
      {
        identifier,
        name,
        version,
        archived: archived_at !== null,
        owner,
        tags,
        coverage: sumCoverage(coverage.get(identifier) ?? []),
        last_decision: decisions.get(identifier) ?? null,
      },
    ]
  })
}

export const controlPageHandlers = {
  async listControlSummaries(context, { query }) {
    const [identifiers, total] = await Promise.all([
      identifiersOf(context, query, query),
      countControls(context.org, query),
    ])
    return { data: await summaries(context, identifiers), pagination: pagination(total, query) }
  },

  async exportControls(context, { query }) {
    async function* read() {
      const all = await identifiersOf(context, query)
      for (const some of inBatches(all)) yield summaries(context, some)
    }
    return exportAnswer(context, { list: 'controls', query, columns: controlColumns, read })
  },

  getControlPage: (context, { params, query }) => controlPage(context, params.identifier, query),

  async exportControlEnvironments(context, { params, query }) {
    const { environments } = await controlPage(context, params.identifier, query)
    return exportAnswer(context, {
      list: 'control-environments',
      query: { identifier: params.identifier, ...query },
      columns: environmentColumns,
      read: () => [environments],
    })
  },

  async getControlCoverage(context, { params, query, url }) {
    const control = await controlOfPath(context, params.identifier)
    const { page, per_page, covered: wanted, name } = query
    const policied = await listPolicied(context)
    const all = coveredIn(control.identifier, policied)
    const scope = coveredInScope(control, policied)
    const covered = all.filter((one) => one.covered).length
    const matching = all.filter(
      (one) =>
        (wanted ?? one.covered) === one.covered &&
        (!name || one.name.toLowerCase().includes(name.toLowerCase())),
    )
    return {
      environments: matching.slice((page - 1) * per_page, page * per_page),
      ...linkedPage(context.links, url, matching.length, query),
      total: all.length,
      covered,
      coverage_percent: percentCovered(covered, all.length),
      scope: { ...scope, coverage_percent: percentCovered(scope.covered, scope.total) },
    }
  },
} satisfies Partial<Handlers>
