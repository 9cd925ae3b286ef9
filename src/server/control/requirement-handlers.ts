import type { QueryOf } from '#contract/common/endpoint.ts'
import type { RequirementControl } from '#contract/control/requirement.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { sumCoverage } from '#domain/control/control-coverage.ts'
import {
  countRequirements,
  requirementsOf,
  requirementOutcome,
} from '#domain/control/requirements.ts'
import { exportAnswer } from '#server/export/export-answer.ts'
import type { Columns } from '#server/export/formats.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { pagination } from '#server/request/pagination.ts'
import { outcomeColumns } from '#server/verdict/verdict-columns.ts'
import { listControlTags } from './queries.ts'
import { readCoverage } from './read-control-page.ts'

const requirementColumns: Columns<RequirementControl> = {
  framework: (row) => row.framework,
  requirement: (row) => row.requirement,
  requirement_outcome: (row) => row.outcome,
  control: ({ control }) => control.identifier,
  control_name: ({ control }) => control.name,
  control_outcome: ({ control }) => control.coverage.outcome,
  environments: ({ control }) => control.coverage.total,
  environments_covered: ({ control }) => control.coverage.covered,
  ...outcomeColumns<RequirementControl>(({ control }) => control.coverage.running),
  outcome_population: ({ control }) => control.coverage.population,
}

type Query = Omit<QueryOf<Endpoints['listRequirements']>, 'page' | 'per_page'>

/** Reads the frameworks of the matching controls, and all requirements of those that are shown. */
async function readRequirements(context: OrgContext, query: Query) {
  const controls = await listControlTags(context.org, { ...query, sort_direction: 'asc' })
  const tagged = requirementsOf(controls, query.framework ?? [])
  const identifiers = new Set(tagged.requirements.flatMap((one) => one.controls))
  const coverage = await readCoverage(
    context,
    controls.filter(({ identifier }) => identifiers.has(identifier)),
  )
  const fares = new Map(
    controls
      .filter(({ identifier }) => coverage.has(identifier))
      .map(({ identifier, name }) => [
        identifier,
        { identifier, name, coverage: sumCoverage(coverage.get(identifier) ?? []) },
      ]),
  )
  const requirements = tagged.requirements.map(({ controls, ...requirement }) => {
    const own = controls.flatMap((identifier) => fares.get(identifier) ?? [])
    return {
      ...requirement,
      outcome: requirementOutcome(own.map((one) => one.coverage)),
      controls: own,
    }
  })
  return { requirements, frameworks: tagged.frameworks }
}

export const requirementHandlers = {
  async listRequirements(context, { query }) {
    const { page, per_page } = query
    const { requirements, frameworks } = await readRequirements(context, query)
    return {
      data: requirements.slice((page - 1) * per_page, page * per_page),
      pagination: pagination(requirements.length, query),
      frameworks: frameworks.map((framework) => ({
        ...framework,
        counts: framework.is_shown
          ? countRequirements(requirements.filter((one) => one.framework === framework.name))
          : null,
      })),
    }
  },

  async exportRequirements(context, { query }) {
    const { requirements } = await readRequirements(context, query)
    const rows = requirements.flatMap(({ controls, ...requirement }) =>
      controls.map((control) => ({ ...requirement, control })),
    )
    return exportAnswer(context, {
      list: 'requirements',
      query,
      columns: requirementColumns,
      read: () => [rows],
    })
  },
} satisfies Partial<Handlers>
