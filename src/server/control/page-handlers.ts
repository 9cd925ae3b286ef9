import type { ControlSummary } from '#contract/control-page.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { coverageOf, percentCovered, sumCoverage } from '#domain/control-coverage.ts'
import { listPolicied, readCoverage } from '../change/control-coverage.ts'
import { controlOfPath } from '../change/control-path.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { PageOf } from '../database/paging.ts'
import { inBatches } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers } from '../handler.ts'
import { linkedPage, pagination } from '../page.ts'
import { controlColumns } from './export-columns.ts'
import { countControls, listControlNames, listControlsAt, listLastDecisions } from './queries.ts'

type Query = Omit<QueryOf<Endpoints['listControlSummaries']>, keyof PageOf>

/** Of how many environments each control is covered: the least first, ties by identifier. */
async function sortByCoverage(org: OrgDatabase, query: Query) {
  const [names, environments] = await Promise.all([
    listControlNames(org, { ...query, sort_direction: 'asc' }),
    listPolicied(org),
  ])
  const turn = query.sort_direction === 'desc' ? -1 : 1
  return names
    .map((identifier) => ({
      identifier,
      covered: coverageOf(identifier, environments).filter(({ covered }) => covered).length,
    }))
    .sort((a, b) => turn * (a.covered - b.covered))
    .map(({ identifier }) => identifier)
}

/** Identifiers of matching controls in their order: of one page, or of all. */
async function identifiersOf(org: OrgDatabase, query: Query, page?: PageOf): Promise<string[]> {
  if (query.sort !== 'coverage') return listControlNames(org, query, page)
  const all = await sortByCoverage(org, query)
  if (!page) return all
  return all.slice((page.page - 1) * page.per_page, page.page * page.per_page)
}

/** Rows of the dashboard's list, in the order of their identifiers here. */
async function summaries(
  org: OrgDatabase,
  identifiers: readonly string[],
): Promise<ControlSummary[]> {
  const [rows, coverage, decisions] = await Promise.all([
    listControlsAt(org, identifiers),
    readCoverage(org, identifiers),
    listLastDecisions(org, identifiers),
  ])
  return identifiers.flatMap((identifier): ControlSummary[] => {
    const row = rows.find((one) => one.identifier === identifier)
    if (!row) return []
    const { name, version, tags, archived_at } = row
    return [
      {
        identifier,
        name,
        version,
        archived: archived_at !== null,
        tags,
        coverage: sumCoverage(coverage.get(identifier) ?? []),
        last_decision: decisions.get(identifier) ?? null,
      },
    ]
  })
}

export const controlPageHandlers = {
  async listControlSummaries({ org }, { query }) {
    const [identifiers, total] = await Promise.all([
      identifiersOf(org, query, query),
      countControls(org, query),
    ])
    return { data: await summaries(org, identifiers), pagination: pagination(total, query) }
  },

  async exportControls(context, { query }) {
    const { org } = context
    async function* read() {
      const all = await identifiersOf(org, query)
      for (const some of inBatches(all)) yield summaries(org, some)
    }
    return exportAnswer(context, { list: 'controls', query, columns: controlColumns, read })
  },

  async getControlPage(context, { params }) {
    const { org } = context
    const { identifier } = await controlOfPath(context, params.identifier)
    const [coverage, decisions] = await Promise.all([
      readCoverage(org, [identifier]),
      listLastDecisions(org, [identifier]),
    ])
    const environments = coverage.get(identifier) ?? []
    return {
      environments,
      coverage: sumCoverage(environments),
      last_decision: decisions.get(identifier) ?? null,
    }
  },

  async getControlCoverage(context, { params, query, url }) {
    const { org, links } = context
    const { identifier } = await controlOfPath(context, params.identifier)
    const { page, per_page, covered: wanted, name } = query
    const all = coverageOf(identifier, await listPolicied(org))
    const covered = all.filter((one) => one.covered).length
    const matching = all.filter(
      (one) =>
        (wanted ?? one.covered) === one.covered &&
        (!name || one.name.toLowerCase().includes(name.toLowerCase())),
    )
    return {
      environments: matching
        .slice((page - 1) * per_page, page * per_page)
        .map(({ name, type, covered, policies }) => ({ name, type, covered, policies })),
      ...linkedPage(links, url, matching.length, query),
      total: all.length,
      covered,
      coverage_percent: percentCovered(covered, all.length),
    }
  },
} satisfies Partial<Handlers>
