import { daySeconds } from '#domain/common/days.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listExpiredOfArtifacts, listExpiredOfTrails } from './expired-queries.ts'

type Context = Pick<OrgContext, 'org' | 'clock'>

/** Returns the full types of the evidence that has expired behind the state of an id, by name. */
type ExpiredOf = (id: string) => string[]

async function readExpired(
  { org, clock }: Context,
  ids: readonly string[],
  list: typeof listExpiredOfArtifacts,
): Promise<ExpiredOf> {
  const limits = await evidenceLimits(org, clock())
  const isLimited = ids.length > 0 && Object.keys(limits.maxAgeDays).length > 0
  const rows = isLimited ? await list(org, ids, limits) : []
  const byId = new Map(rows.map(({ id, expired }) => [id, expired]))
  return (id) => byId.get(id) ?? []
}

/** The latest instant at which a trail began that may hold expired evidence. */
const latestOldTrail = ({ maxAgeDays, now }: EvidenceLimits) =>
  now - Math.min(...Object.values(maxAgeDays)) * daySeconds

/** Reads what has expired behind the states of some trails; nothing where nothing ever expires. */
export const readExpiredOfTrails = (context: Context, ids: readonly string[]) =>
  readExpired(context, ids, (org: OrgDatabase, some, limits) =>
    listExpiredOfTrails(org, some, limits, latestOldTrail(limits)),
  )

/** Reads what has expired behind the states of some artifacts, like `readExpiredOfTrails`. */
export const readExpiredOfArtifacts = (context: Context, ids: readonly string[]) =>
  readExpired(context, ids, listExpiredOfArtifacts)
