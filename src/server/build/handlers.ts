import type { BuildSummary } from '#contract/build.ts'
import { countDays, totalOf } from '#domain/day-counts.ts'
import { runningPlacesOf } from '../change/artifact-runs.ts'
import { artifactStatesOf, legacyStatesOf } from '../change/artifact-state.ts'
import { newToOld } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import type { Handlers, OrgContext } from '../handler.ts'
import { linkedPage, pagination } from '../page.ts'
import { refusedField } from '../problem.ts'
import { buildColumns } from './export-columns.ts'
import { buildItem, buildSummaryOf } from './item.ts'
import { type BuildRow, listBuildRows, pageOfBuilds } from './list-queries.ts'
import { countRunning, hasBuilds, statesOfBuilds } from './tally-queries.ts'
import { windowOf } from './window.ts'

const daySeconds = 86_400
const longestDays = 400

async function summaries({ org }: OrgContext, rows: BuildRow[]): Promise<BuildSummary[]> {
  const [states, placesOf] = await Promise.all([
    artifactStatesOf(org, rows),
    runningPlacesOf(
      org,
      rows.map((row) => row.fingerprint),
    ),
  ])
  return rows.map((row) =>
    buildSummaryOf(row, {
      state: states.get(row.id) ?? 'INCOMPLETE',
      running_in: placesOf(row.fingerprint).running,
    }),
  )
}

export const buildHandlers = {
  async listBuilds({ org, orgName, links, clock }, { query, url }) {
    const filters = { ...query, ...windowOf(query, clock()) }
    const { rows, total } = await pageOfBuilds(org, filters, query)
    const builds = rows.map((row) => buildItem(links, orgName, row))
    return { builds, ...linkedPage(links, url, total, query) }
  },

  async listBuildSummaries(context, { query }) {
    const filters = { ...query, ...windowOf(query, context.clock()) }
    const { rows, total } = await pageOfBuilds(context.org, filters, query)
    return { data: await summaries(context, rows), pagination: pagination(total, query) }
  },

  async exportBuilds(context, { query }) {
    const asked = windowOf(query, context.clock())
    const filter = { ...query, start_ts: asked.from, end_ts: asked.to }
    async function* read(asOf: number) {
      const found = newToOld<BuildRow>(asOf, (before, page) =>
        listBuildRows(context.org, { ...query, ...asked, before }, page.per_page),
      )
      for await (const rows of found) yield summaries(context, rows)
    }
    return exportAnswer(context, { list: 'builds', query: filter, columns: buildColumns, read })
  },

  async getBuildStatistics(context, { query }) {
    const { org, clock } = context
    const window = windowOf(query, clock())
    if (window.to - window.from > longestDays * daySeconds) {
      const reason = `The window should be at most ${longestDays} days long`
      throw refusedField('start_ts', reason, query.start_ts ?? null)
    }
    const filters = { ...query, ...window }
    const [rows, running, hasAny] = await Promise.all([
      statesOfBuilds(org, filters),
      countRunning(org, filters),
      hasBuilds(org),
    ])
    const stateOf = await legacyStatesOf(
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
      running: running.builds,
      environments: running.environments,
      days,
      has_any: hasAny,
    }
  },
} satisfies Partial<Handlers>
