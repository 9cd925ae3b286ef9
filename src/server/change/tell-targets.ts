import type { OrgDatabase } from '../database/org-database.ts'
import { listProvenance, type ProvenanceRow } from '../artifact/provenance-queries.ts'
import type { IdSource } from '../id.ts'
import type { Links } from '../links.ts'
import { listToTell, listUntold, markTold } from '../notification/event-queries.ts'
import { payloadOf, type ToldProvenance } from '../notification/payload.ts'
import { artifactStatesOf } from './artifact-state.ts'

/** Events at a time. */
const batch = 200

interface Teller {
  org: OrgDatabase
  newId: IdSource
  links: Links
  nameOf(orgId: string): Promise<string>
}

/**
 * Makes a delivery to each target that is to be told of an event in the outbox. One process at a
 * time does that in an organization, so that deliveries come about in the order of the events.
 * @returns how many events that were
 */
export async function tellTargets(teller: Teller, now: number): Promise<number> {
  const orgName = await teller.nameOf(teller.org.orgId)
  return teller.org.transaction(async (org) => {
    if (!(await org.tryLock('notifications'))) return 0
    const events = await listUntold(org, batch)
    if (events.length === 0) return 0
    const fingerprints = [...new Set(events.flatMap(({ fingerprint }) => fingerprint ?? []))]
    const told = await provenanceOf({ ...teller, org, orgName }, fingerprints)
    const ids = events.map(({ id }) => id)
    const deliveries = (await listToTell(org, ids)).map((row) => {
      const id = teller.newId()
      const isDisabled = row.disabled_at !== null
      return {
        id,
        message_id: id,
        kind: 'event' as const,
        target_id: row.target_id,
        notification_id: row.notification_id,
        event_id: row.event_id,
        number: row.number,
        state: isDisabled ? ('failed' as const) : ('waiting' as const),
        attempt_count: 0,
        created_at: now,
        next_at: isDisabled ? null : now,
      }
    })
    await org.writeTogether(org.insertMany('delivery', deliveries))
    const payloads = events.map((event) => ({
      id: event.id,
      payload: payloadOf(
        { links: teller.links, orgName },
        event,
        told.get(event.fingerprint ?? '') ?? null,
      ),
    }))
    await markTold(org, now, payloads)
    return events.length
  })
}

/** What the flow that knew an artifact first says of it, by fingerprint. */
async function provenanceOf(
  { org, orgName, links }: { org: OrgDatabase; orgName: string; links: Links },
  fingerprints: readonly string[],
): Promise<Map<string, ToldProvenance>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await listProvenance(org, fingerprints)
  rows.sort((a, b) => b.first_reported_at - a.first_reported_at)
  const states = await artifactStatesOf(org, rows)
  return new Map(
    rows.map((row: ProvenanceRow) => [
      row.fingerprint,
      {
        flow: row.flow_name,
        status: states.get(row.id)?.toLowerCase() ?? 'unknown',
        commit: row.git_commit,
        commit_url: row.commit_url,
        html_url: links.artifact(orgName, row.flow_name, row.fingerprint, row.id),
        api_url: links.api('artifacts', orgName, row.flow_name, 'fingerprint', row.fingerprint),
        build_url: row.build_url,
      },
    ]),
  )
}
