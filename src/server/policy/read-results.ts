import { countAsked } from '#domain/verdict/asked-counts.ts'
import { reportingRules } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { readRunning } from '#server/verdict/read-running.ts'
import { listAttachments } from './summary-queries.ts'

/**
 * Reads where some policies are attached, or what is attached to one environment, with what each
 * policy comes to for what runs there.
 */
export async function readResults(
  { org, clock }: OrgContext,
  wanted: Parameters<typeof listAttachments>[1],
) {
  const rows = await listAttachments(org, wanted, await reportingRules(org, clock()))
  const runningIn = await readRunning(org, [
    ...new Set(rows.map(({ environment_id }) => environment_id)),
  ])
  return rows.map(({ environment_id, policy_name, is_stale, ...row }) => ({
    ...row,
    running: countAsked(runningIn(environment_id), (rule) => rule.policy_name === policy_name, {
      isAsked: true,
      isStale: is_stale,
    }),
  }))
}
