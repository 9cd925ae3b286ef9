import { mostRuns } from '#contract/snapshot-page.ts'
import type { VerdictHistory } from '#contract/verdict-history.ts'
import type { OrgContext } from '../handler.ts'
import { listFlipRows } from '../snapshot/queries.ts'
import { environmentOfPath } from './environment-path.ts'

/** When the verdict of an environment changed, and why. @throws Problem 404 for an unknown one */
export async function readVerdictHistory(
  context: OrgContext,
  name: string,
): Promise<VerdictHistory> {
  const { id } = await environmentOfPath(context, name)
  const flips = await listFlipRows(context.org, id, mostRuns)
  return { to: context.clock(), verdict_runs: flips.reverse() }
}
