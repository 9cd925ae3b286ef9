import type { Facet } from '#contract/attestation/explorer.ts'
import { verdictDays } from '#domain/verdict/verdict-days.ts'
import { parseTimeWindow } from '#server/platform/time-window.ts'
import type { Handlers } from '#server/request/handler.ts'
import {
  type FacetRow,
  countFacets,
  countMatching,
  verdictDaysOfAttestations,
  findCommits,
} from './count-queries.ts'

/** Listed values of one filter, the most frequent first. */
const maxValues = 200
/** Listed commits of one short hash. */
const maxMatches = 10

function facetOf(rows: readonly FacetRow[], name: FacetRow['facet']): Facet {
  const all = rows.filter(({ facet }) => facet === name)
  const values = all
    .slice(0, maxValues)
    .map(({ value, compliant, non_compliant }) => ({ value, compliant, non_compliant }))
  return { values, count: all.length }
}

export const explorerHandlers = {
  async countAttestationFacets({ org }, { query }) {
    const everything = { ...query, overridden: null }
    const [rows, total, overridden, all] = await Promise.all([
      countFacets(org, query),
      countMatching(org, query),
      countMatching(org, { ...query, overridden: true }),
      countMatching(org, everything),
    ])
    const verdicts = rows.find(({ facet }) => facet === 'is_compliant')
    return {
      total,
      flow_name: facetOf(rows, 'flow_name'),
      attestation_name: facetOf(rows, 'attestation_name'),
      attestation_type: facetOf(rows, 'attestation_type'),
      reported_by: facetOf(rows, 'reported_by'),
      is_compliant: { true: verdicts?.compliant ?? 0, false: verdicts?.non_compliant ?? 0 },
      overridden: { true: overridden, false: all - overridden },
    }
  },

  async countAttestationDays({ org, clock }, { query }) {
    const requested = { from: query.from_timestamp, to: query.to_timestamp }
    const window = parseTimeWindow(requested, clock(), { byDay: true })
    const filters = { ...query, from_timestamp: window.from, to_timestamp: window.to }
    const counts = window.from <= window.to ? await verdictDaysOfAttestations(org, filters) : []
    return { ...window, days: verdictDays(window, counts) }
  },

  async resolveCommits({ org }, { query }) {
    const found = await findCommits(org, [...new Set(query.commit)], maxMatches)
    return {
      commits: query.commit.map((asked) => ({
        asked,
        matches: found.filter((one) => one.asked === asked).map(({ match }) => match),
      })),
    }
  },
} satisfies Partial<Handlers>
