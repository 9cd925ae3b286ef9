import type { EnvironmentType } from '#contract/environment/environment-type.ts'
import type { ArtifactChange } from '#contract/snapshot/artifact-change.ts'
import type { SnapshotRow as SnapshotListRow } from '#contract/snapshot/snapshot-page.ts'
import type { PairedEvents } from '#domain/event/pair-events.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type BuiltEvent, readChanges } from '#server/event/read-changes.ts'
import { memberStepsIn } from './member-queries.ts'
import type { SnapshotRow } from './queries.ts'

/** Changes that a list tells of a snapshot; the rest are counted. */
const maxTold = 3

type Told = Pick<SnapshotListRow, 'changes' | 'change_count'>

interface Step {
  environment_id: string
  index: number
  member: string | null
}

/** Reads what changed in some snapshots of an environment, by index. */
export async function changesOfSnapshots(
  org: OrgDatabase,
  environment: { id: string; type: EnvironmentType },
  rows: readonly SnapshotRow[],
): Promise<Map<number, Told>> {
  if (rows.length === 0) return new Map()
  const steps = await stepsOf(org, environment, rows)
  const places = rows.flatMap(({ index, is_flip, state }) =>
    (steps.get(index) ?? []).map((step) => ({
      ...step,
      ...(is_flip && { flippedTo: state }),
    })),
  )
  const changes = await readChanges(org, places)
  return new Map(
    rows.map((row) => {
      const all = (steps.get(row.index) ?? []).flatMap((step) =>
        changes.of(step).map((change) => ({ ...change, member: step.member })),
      )
      if (!isWhole(row, all)) return [row.index, { changes: [], change_count: 0 }]
      return [row.index, { changes: all.slice(0, maxTold).map(told), change_count: all.length }]
    }),
  )
}

/** The snapshots of physical environments of which snapshots consist, by index. */
async function stepsOf(
  org: OrgDatabase,
  { id, type }: { id: string; type: EnvironmentType },
  rows: readonly SnapshotRow[],
): Promise<Map<number, Step[]>> {
  const indexes = rows.map(({ index }) => index)
  if (type !== 'logical') {
    return new Map(indexes.map((index) => [index, [{ environment_id: id, index, member: null }]]))
  }
  const range = { first: Math.min(...indexes), last: Math.max(...indexes) }
  const steps = new Map<number, Step[]>()
  for (const step of await memberStepsIn(org, id, range)) {
    const { member_id, member_index: index, name } = step
    const own = steps.get(step.from_index) ?? []
    steps.set(step.from_index, [...own, { environment_id: member_id, index, member: name }])
  }
  return steps
}

/** Whether the events of a snapshot are all that it counts. */
function isWhole(
  row: SnapshotRow,
  changes: readonly Pick<PairedEvents<BuiltEvent>, 'event' | 'exit'>[],
): boolean {
  const exits = changes.filter(({ event, exit }) => exit !== null || event.type === 'exited')
  const starts = changes.filter(({ event }) => event.type.startsWith('started'))
  return exits.length === row.exited_count && starts.length === row.started_count
}

function told({
  event,
  exit,
  member,
}: PairedEvents<BuiltEvent> & { member: string | null }): ArtifactChange {
  const [flow] = event.flows
  return {
    kind: kindOf(event, exit),
    name: event.name,
    fingerprint: event.fingerprint,
    compliant: event.compliant,
    replaced: exit?.name ?? null,
    flow_name: flow?.flow_name ?? null,
    trail_name: flow?.trail_name ?? null,
    member,
  }
}

function kindOf({ type }: BuiltEvent, exit: BuiltEvent | null): ArtifactChange['kind'] {
  if (exit) return 'replaced'
  if (type === 'exited') return 'exited'
  return type.startsWith('started') ? 'started' : 'changed'
}
