import type { GivenOverride } from '#contract/attestation/evidence-summary.ts'
import type { Facet } from '#contract/attestation/explorer.ts'
import { evidenceDays } from '#domain/attestation/evidence-days.ts'
import { evidenceSummary } from '#domain/attestation/evidence-summary.ts'
import { slotsOfTrail } from '#domain/trail/trail-slots.ts'
import { wholeStatus } from '#domain/trail/whole-status.ts'
import { expiredAge } from '#domain/verdict/evidence-age.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import { parseTimeWindow } from '#server/platform/clock.ts'
import type { Handlers } from '#server/request/handler.ts'
import { attestationItem, withAges } from './serialize-attestation.ts'
import { countEvidenceDays, countMatching } from './count-queries.ts'
import {
  countFacets,
  type FacetRow,
  findCommits,
  listIncompleteTrails,
} from './explorer-queries.ts'
import { type AttestationRow, listByIds } from './queries.ts'

/** Listed values of one filter, the most frequent first. */
const maxValues = 200
/** Listed commits of one short hash. */
const maxMatches = 10
/** Trails of one commit that are looked at. */
const maxTrails = 20

function facetOf(rows: readonly FacetRow[], name: FacetRow['facet']): Facet {
  const all = rows.filter(({ facet }) => facet === name)
  const values = all.slice(0, maxValues).map(({ facet: _, effective: __, ...value }) => value)
  return { values, count: all.length }
}

const noRecords = { compliant: 0, non_compliant: 0, overrides: 0, effective: 0 }
const evidenceIn = (counts: typeof noRecords) => counts.compliant + counts.non_compliant
const recordsIn = (counts: typeof noRecords) => evidenceIn(counts) + counts.overrides

/** The override in place of the evidence that it is about; null for evidence. */
function givenOverride(
  { is_override, standing, payload, reported_by, created_at }: AttestationRow,
  original: AttestationRow | undefined,
): GivenOverride | null {
  if (!is_override) return null
  return {
    reason: String(payload.reason ?? ''),
    reported_by,
    approved_by: standing?.approved_by ?? null,
    created_at,
    expires_at: standing?.expires_at ?? null,
    ended_at: standing?.ended_at ?? null,
    reported_is_compliant: original ? original.is_compliant !== original.is_flipped : null,
  }
}

export const explorerHandlers = {
  async countAttestationFacets(context, { query: filters }) {
    const { org } = context
    const query = await withAges(context, filters)
    const everything = countMatching(org, { ...query, overridden: null })
    const [rows, total, overridden, either] = await Promise.all([
      countFacets(org, query),
      query.overridden == null ? everything : countMatching(org, query),
      countMatching(org, { ...query, overridden: true }),
      everything,
    ])
    const all = (name: FacetRow['facet']) => rows.find(({ facet }) => facet === name) ?? noRecords
    const [counted, reported, records] = [
      all('is_compliant'),
      all('reported_is_compliant'),
      all('record_type'),
    ]
    return {
      total,
      flow_name: facetOf(rows, 'flow_name'),
      attestation_name: facetOf(rows, 'attestation_name'),
      attestation_type: facetOf(rows, 'attestation_type'),
      reported_by: facetOf(rows, 'reported_by'),
      is_compliant: { true: counted.effective, false: recordsIn(counted) - counted.effective },
      reported_is_compliant: { true: reported.compliant, false: reported.non_compliant },
      record_type: { evidence: evidenceIn(records), override: records.overrides },
      overridden: { true: overridden, false: either - overridden },
    }
  },

  async countAttestationDays({ org, clock }, { query }) {
    const requested = { from: query.from_timestamp, to: query.to_timestamp }
    const window = parseTimeWindow(requested, clock(), { byDay: true })
    // Up to now is up to whatever there is: then today is a whole day.
    const timed = { ...query, from_timestamp: window.from }
    const filters = await withAges({ org, clock }, timed)
    const counts = window.from <= window.to ? await countEvidenceDays(org, filters) : []
    return { ...window, days: evidenceDays(window, counts) }
  },

  async listEvidenceSummaries({ org, links, orgName, clock }, { query }) {
    const [rows, limits] = await Promise.all([
      listByIds(org, query.attestation_id),
      evidenceLimits(org, clock()),
    ])
    const overridden = rows.flatMap((row) => row.overridden_attestation_id ?? [])
    const originals = overridden.length > 0 ? await listByIds(org, overridden) : []
    return {
      summaries: rows.map((row) => {
        const original = originals.find(({ id }) => id === row.overridden_attestation_id)
        const evidence = attestationItem(links, orgName, original ?? row)
        const { origin_url } = evidence
        const { reported_by } = original ?? row
        const { id: attestation_id, type: attestation_type, created_at: recorded_at } = row
        const expired = row.is_override
          ? null
          : expiredAge({ attestation_type, recorded_at }, limits)
        const override = givenOverride(row, original)
        const summary = evidenceSummary(evidence)
        return { attestation_id, summary, reported_by, origin_url, expired, override }
      }),
    }
  },

  async listMissingEvidence({ org }, { query }) {
    const trails = await listIncompleteTrails(org, [...new Set(query.commit_list)], maxTrails)
    return {
      missing: trails.flatMap(({ commit, flow_name, trail_name, ...stored }) =>
        slotsOfTrail(wholeStatus(stored)).flatMap(
          ({ state, target, attestation_name, attestation_type }) =>
            state === 'MISSING' && attestation_name !== null
              ? [{ commit, flow_name, trail_name, target, attestation_name, attestation_type }]
              : [],
        ),
      ),
    }
  },

  async resolveCommits({ org }, { query }) {
    const found = await findCommits(org, [...new Set(query.commit)], maxMatches)
    return {
      commits: query.commit.map((asked) => ({
        asked,
        matches: found.filter((one) => one.prefix === asked).map(({ match }) => match),
      })),
    }
  },
} satisfies Partial<Handlers>
