import type { EnvironmentSummary } from '#contract/environment.ts'
import { type SilentMinutes, staleAt, staleBefore } from '#domain/stale-report.ts'
import { attachTo, detachFrom } from '../change/attach-policies.ts'
import { environmentOfPath } from '../change/environment-path.ts'
import { environmentRecord } from '../change/environment-record.ts'
import {
  changeEnvironmentFields,
  giveEnvironmentName,
  joinEnvironments,
  putEnvironmentAway,
} from '../change/manage-environment.ts'
import { putEnvironment } from '../change/put-environment.ts'
import { silentMinutes } from '../change/reporting-settings.ts'
import { write } from '../change/write.ts'
import { tagged } from '../entity-tag.ts'
import { inBatches } from '../export/batches.ts'
import { exportAnswer } from '../export/export-answer.ts'
import { Answer, type Handlers } from '../handler.ts'
import { linkedPage, pagination } from '../page.ts'
import { environmentColumns } from './export-columns.ts'
import { environmentItem, settingsOf } from './item.ts'
import {
  countEnvironments,
  listEnvironmentIds,
  listStandings,
  listStandingsOf,
  type StandingRow,
} from './standing-queries.ts'

const summary = (org: string, row: StandingRow, silent: SilentMinutes): EnvironmentSummary => ({
  ...environmentItem(org, row, silent),
  snapshot_index: row.snapshot_index,
  running_count: row.running_count,
  running: {
    compliant: row.judged_count - row.non_compliant_count,
    non_compliant: row.non_compliant_count,
    unknown: row.running_count - row.judged_count,
  },
  flip: row.flip,
  members: row.members?.map((member) => ({ ...member, stale_at: staleAt(member, silent) })) ?? null,
})

export const environmentHandlers = {
  async putEnvironment(context, { body }) {
    const outcome = await write(context, (w) => putEnvironment(w, body))
    return new Answer(outcome === 'created' ? 201 : 200, 'OK')
  },

  async listEnvironments({ org, orgName, links }, { query, url }) {
    const silent = await silentMinutes(org)
    const item = (row: StandingRow) => environmentItem(orgName, row, silent)
    if (query.page == null && query.per_page == null) {
      const environments = (await listStandings(org, query, null)).map(item)
      const total = environments.length
      const whole = { page: 1, per_page: Math.max(1, total) }
      const { _links, ...counts } = linkedPage(links, url, total, whole)
      const { self } = _links
      return { environments, ...counts, _links: { self, first: self, last: self } }
    }
    const page = { page: query.page ?? 1, per_page: query.per_page ?? 15 }
    const [rows, total] = await Promise.all([
      listStandings(org, query, page),
      countEnvironments(org, query),
    ])
    return { environments: rows.map(item), ...linkedPage(links, url, total, page) }
  },

  async getEnvironment(context, { params }) {
    const { id } = await environmentOfPath(context, params.env_name)
    return tagged(await environmentRecord(context, id), settingsOf)
  },

  async patchEnvironment(context, { params, body }) {
    await write(context, (w) => changeEnvironmentFields(w, params.env_name, body))
    return 'OK'
  },

  async archiveEnvironment(context, { params }) {
    await write(context, (w) => putEnvironmentAway(w, params.env_name))
    return 'OK'
  },

  async renameEnvironment(context, { params, body }) {
    await write(context, (w) => giveEnvironmentName(w, params.env_name, body.new_name))
    return 'OK'
  },

  async joinEnvironment(context, { params, body }) {
    await write(context, (w) => joinEnvironments(w, params.env_name, body.physical_env_name))
    return 'OK'
  },

  async attachPolicies(context, { params, body }) {
    await write(context, (w) => attachTo(w, params.env_name, body))
    return 'OK'
  },

  async detachPolicies(context, { params, body }) {
    await write(context, (w) => detachFrom(w, params.env_name, body))
    return 'OK'
  },

  async listEnvironmentSummaries({ org, orgName, clock }, { query }) {
    const silent = await silentMinutes(org)
    const filters = { ...query, staleBefore: staleBefore(silent, clock()) }
    const [rows, total] = await Promise.all([
      listStandings(org, filters, query),
      countEnvironments(org, filters),
    ])
    const data = rows.map((row) => summary(orgName, row, silent))
    return { data, pagination: pagination(total, query) }
  },

  async exportEnvironments(context, { query }) {
    const { org, orgName, clock } = context
    async function* read() {
      const silent = await silentMinutes(org)
      const filters = { ...query, staleBefore: staleBefore(silent, clock()) }
      const ids = await listEnvironmentIds(org, filters, null)
      for (const some of inBatches(ids)) {
        yield (await listStandingsOf(org, some)).map((row) => summary(orgName, row, silent))
      }
    }
    return exportAnswer(context, { list: 'environments', query, columns: environmentColumns, read })
  },
} satisfies Partial<Handlers>
