import type { Build, BuildSummary } from '#contract/build/build.ts'
import type { RepoInfo } from '#contract/common/git.ts'
import { countDays, daySeconds, totalOf } from '#domain/common/days.ts'
import { withStaleTimes } from '#domain/environment/stale-report.ts'
import { artifactStatesOf, statesWithoutTrail } from '#server/evaluation/artifact-state.ts'
import { exportAnswer, newToOld } from '#server/export/export-answer.ts'
import { type Columns, isoTime } from '#server/export/formats.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import { parseTimeWindow, type TimeWindow } from '#server/platform/clock.ts'
import type { Links } from '#server/platform/links.ts'
import type { Handlers, OrgContext } from '#server/request/handler.ts'
import { linkedPage, pagination } from '#server/request/pagination.ts'
import { qualifiersOfState, readExpiredOfArtifacts } from '#server/verdict/read-expired.ts'
import {
  type BuildInUseRow,
  type BuildRow,
  listBuildRows,
  listBuildsInUse,
  pageOfBuilds,
} from './list-queries.ts'
import { countOverridden, countRunning, hasBuilds, statesOfBuilds } from './queries.ts'

const defaultDays = 28

/** Returns the requested window: 28 days up to its end, which is now by default. */
function buildWindow(
  requested: { start_ts?: number | null | undefined; end_ts?: number | null | undefined },
  now: number,
  maxDays = Infinity,
): TimeWindow {
  const { start_ts: from, end_ts: to } = requested
  return parseTimeWindow({ from, to }, now, { defaultDays: defaultDays, maxDays })
}

/** Columns of builds as CSV. */
const buildColumns: Columns<BuildSummary> = {
  created_at: (build) => isoTime(build.created_at),
  state: (build) => build.state,
  filename: (build) => build.filename,
  fingerprint: (build) => build.fingerprint,
  flow_name: (build) => build.flow_name,
  flow_archived: (build) => build.flow_archived,
  trail_name: (build) => build.trail_name,
  repo_name: (build) => build.repo_info?.name ?? null,
  repo_id: (build) => build.repo_info?.repo_id ?? null,
  running_in: (build) => build.running_in.map((one) => one.environment_name).join(' '),
  evidence_expired: (build) => build.qualifiers.expired.join(' '),
  overrides: (build) => build.qualifiers.overridden,
  nothing_expected: (build) => build.qualifiers.not_asked > 0,
  artifact_id: (build) => build.artifact_id,
}

const maxDays = 400

async function summaries(context: OrgContext, rows: BuildInUseRow[]): Promise<BuildSummary[]> {
  const { org, clock } = context
  const freshness = await freshnessAt(org, clock())
  const [states, expiredOf] = await Promise.all([
    artifactStatesOf(org, rows),
    readExpiredOfArtifacts(
      context,
      rows.map(({ id }) => id),
      freshness,
    ),
  ])
  return rows.map((row) => {
    const state = states.get(row.id) ?? 'INCOMPLETE'
    const expired = expiredOf(row.id)
    const qualifiers = qualifiersOfState(row, state, { expired, hasEvidence: row.has_evidence })
    const running_in = withStaleTimes(row.running_in, freshness)
    return buildSummaryOf(row, { state, running_in, qualifiers })
  })
}

export const buildHandlers = {
  async listBuilds({ org, orgName, links, clock }, { query, url }) {
    const filters = { ...query, ...buildWindow(query, clock()) }
    const { rows, total } = await pageOfBuilds(org, filters, query, listBuildRows)
    const builds = rows.map((row) => buildItem(links, orgName, row))
    return { builds, ...linkedPage(links, url, total, query) }
  },

  async listBuildSummaries(context, { query }) {
    const filters = { ...query, ...buildWindow(query, context.clock()) }
    const { rows, total } = await pageOfBuilds(context.org, filters, query, listBuildsInUse)
    return { data: await summaries(context, rows), pagination: pagination(total, query) }
  },

  async exportBuilds(context, { query }) {
    const requested = buildWindow(query, context.clock())
    const { archived } = context.org
    const filter = { ...query, archived, start_ts: requested.from, end_ts: requested.to }
    async function* read(asOf: number) {
      const found = newToOld<BuildInUseRow>(asOf, (before, page) =>
        listBuildsInUse(context.org, { ...query, ...requested, before }, page.per_page),
      )
      for await (const rows of found) yield summaries(context, rows)
    }
    return exportAnswer(context, { list: 'builds', query: filter, columns: buildColumns, read })
  },

  async getBuildStatistics(context, { query }) {
    const { org, clock } = context
    const window = buildWindow(query, clock(), maxDays)
    const filters = { ...query, ...window }
    const [rows, overridden, running, hasAny] = await Promise.all([
      statesOfBuilds(org, filters),
      countOverridden(org, filters),
      countRunning(org, filters),
      hasBuilds(org.seeing('include')),
    ])
    const stateOf = await statesWithoutTrail(
      org,
      rows.flatMap(({ template_id }) => template_id ?? []),
    )
    const counts = rows.map(({ day, state, template_id, count }) => ({
      day: day * daySeconds,
      state: state ?? stateOf(template_id ?? ''),
      count,
    }))
    const days = countDays(window, counts)
    return {
      start_ts: window.from,
      end_ts: window.to,
      totals: totalOf(days),
      by_override: overridden,
      running: running.builds,
      environments: running.environments,
      days,
      has_any: hasAny,
    }
  },
} satisfies Partial<Handlers>

/** The repository as known now, else as reported; null without one. */
function repoOf(row: BuildRow): Build['repo_info'] {
  const reported = row.repo_info as RepoInfo | null
  const name = row.repo_name ?? reported?.name ?? ''
  const repo_id = row.repo_external_id ?? reported?.id ?? ''
  return name || repo_id ? { name, repo_id } : null
}

/** Serializes a build for the public API. */
function buildItem(links: Links, org: string, row: BuildRow): Build {
  const { created_at, fingerprint, flow_name, flow_archived, trail_name } = row
  const call = (noun: string, ...rest: string[]) => ({
    href: links.api(noun, org, [flow_name, ...rest], flow_archived),
  })
  return {
    created_at,
    fingerprint,
    flow_name,
    flow_archived,
    trail_name,
    repo_info: repoOf(row),
    _links: {
      self: call('artifacts', 'fingerprint', fingerprint),
      ...(trail_name !== null && { trail: call('trails', trail_name) }),
      html: { href: links.artifact(org, flow_name, fingerprint, row.id) },
    },
  }
}

/** Serializes a build for the dashboard. */
function buildSummaryOf(
  row: BuildRow,
  status: Pick<BuildSummary, 'state' | 'running_in' | 'qualifiers'>,
): BuildSummary {
  return {
    artifact_id: row.id,
    filename: row.filename,
    fingerprint: row.fingerprint,
    flow_name: row.flow_name,
    flow_archived: row.flow_archived,
    trail_name: row.trail_name,
    repo_info: repoOf(row),
    created_at: row.created_at,
    ...status,
  }
}
