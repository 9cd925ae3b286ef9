import type { LoggedEvent } from '#contract/event/event.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type FlipRow, listFlipsAmong } from '#server/snapshot/queries.ts'
import { readChanges } from './read-changes.ts'

/** What an event is to the others of its snapshot, and to the verdict of the environment. */
export type LogStep = Pick<LoggedEvent, 'replaced' | 'replaced_by' | 'flip'>

interface Row {
  id: string
  environment_id: string
  snapshot_index: number
}

const keyOf = (place: { environment_id: string; index: number }) =>
  `${place.environment_id} ${place.index}`

/** Reads what took whose place, and which event made a verdict flip, whatever the rows leave out. */
export async function readLogSteps(org: OrgDatabase, rows: readonly Row[], limits: EvidenceLimits) {
  const named = rows.map(({ environment_id, snapshot_index: index }) => ({ environment_id, index }))
  const distinct = [...new Map(named.map((place) => [keyOf(place), place])).values()]
  const flips = new Map(
    (await listFlipsAmong(org, distinct)).map((flip) => [keyOf(flip), flip] as const),
  )
  const places = distinct.map((place) => {
    const flip = flips.get(keyOf(place))
    return { ...place, ...(flip && { flippedTo: flip.state }) }
  })
  const changes = await readChanges(org, places)
  const steps = new Map<string, Partial<LogStep>>()
  const add = (id: string, step: Partial<LogStep>) => steps.set(id, { ...steps.get(id), ...step })
  for (const place of places) {
    const pairs = changes.of(place)
    for (const { event, exit } of pairs) {
      if (!exit) continue
      add(event.id, { replaced: { event_id: exit.id, artifact_name: exit.name } })
      add(exit.id, { replaced_by: { event_id: event.id, artifact_name: event.name } })
    }
    const flip = flips.get(keyOf(place))
    const cause = pairs[0]?.event.id
    if (flip && cause !== undefined) add(cause, { flip: sidesOf(flip, limits) })
  }
  const none: LogStep = { replaced: null, replaced_by: null, flip: null }
  return { of: ({ id }: Row): LogStep => ({ ...none, ...steps.get(id) }) }
}

function sidesOf(flip: FlipRow, limits: EvidenceLimits): LoggedEvent['flip'] {
  const side = (state: boolean | null, carriers: FlipRow['carriers'], now: number) => ({
    state,
    qualifiers: qualifiersOf(carriers, { ...limits, now }),
    is_stale: false,
  })
  return {
    from: side(flip.previous_state, flip.previous_carriers, flip.previous_at),
    to: side(flip.state, flip.carriers, flip.at),
  }
}
