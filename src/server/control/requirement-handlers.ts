import { requirementOutcome, requirementsOf } from '#domain/control-requirements.ts'
import { sumCoverage } from '#domain/control-coverage.ts'
import { readCoverage } from '../change/control-coverage.ts'
import type { Handlers } from '../handler.ts'
import { pagination } from '../page.ts'
import { listControlTags } from './queries.ts'

export const requirementHandlers = {
  async listRequirements({ org }, { query }) {
    const { page, per_page } = query
    const controls = await listControlTags(org, { ...query, sort_direction: 'asc' })
    const all = requirementsOf(controls, query.framework ?? [])
    const shown = all.requirements.slice((page - 1) * per_page, page * per_page)
    const identifiers = [...new Set(shown.flatMap((one) => one.controls))]
    const coverage = await readCoverage(org, identifiers)
    const fares = new Map(
      controls
        .filter(({ identifier }) => coverage.has(identifier))
        .map(({ identifier, name }) => [
          identifier,
          { identifier, name, coverage: sumCoverage(coverage.get(identifier) ?? []) },
        ]),
    )
    const data = shown.map(({ controls, ...requirement }) => {
      const own = controls.flatMap((identifier) => fares.get(identifier) ?? [])
      return {
        ...requirement,
        outcome: requirementOutcome(own.map((one) => one.coverage)),
        controls: own,
      }
    })
    return {
      data,
      pagination: pagination(all.requirements.length, query),
      frameworks: all.frameworks,
    }
  },
} satisfies Partial<Handlers>
