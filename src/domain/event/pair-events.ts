import type { EventType } from '#contract/event/event.ts'
import { pairSnapshots } from '#domain/snapshot/compare-snapshots.ts'

/** Change of an artifact in a snapshot, and the flows that built it. */
export interface PairableEvent {
  type: EventType
  name: string
  /** `""` where it could not be resolved. */
  fingerprint: string
  /** Null is unknown; of one that exited the last verdict. */
  compliant: boolean | null
  flows: readonly { flow_name: string; template_reference_name: string | null }[]
}

/** An event, or an exit and a start that are one change: the start took the place of the exit. */
export interface PairedEvents<E> {
  event: E
  /** The exit that belongs to the start; null of any other event. */
  exit: E | null
}

/**
 * Pairs the exits and starts of one snapshot by what replaces what, as in a comparison of two
 * snapshots; each event is in one pair. What made the verdict of the environment flip comes first.
 * @param state of the environment from this snapshot on, where it differs from the one before
 */
export function pairEvents<E extends PairableEvent>(
  events: readonly E[],
  state?: boolean | null,
): PairedEvents<E>[] {
  const running = (event: E) => ({ ...event, instance_count: 1, event })
  const isStart = ({ type }: E) => type.startsWith('started')
  const exits = events.filter(({ type }) => type === 'exited').map(running)
  const starts = events.filter(isStart).map(running)
  const moved = pairSnapshots(exits, starts).map(({ before, after }): PairedEvents<E> =>
    after
      ? { event: after.event, exit: before?.event ?? null }
      : { event: (before as (typeof exits)[number]).event, exit: null },
  )
  const rest = events.filter((event) => event.type !== 'exited' && !isStart(event))
  const all = [...moved, ...rest.map((event) => ({ event, exit: null }))]
  if (state === undefined) return all
  return [...all].sort((a, b) => Number(isCause(b, state)) - Number(isCause(a, state)))
}

/** Whether a change can have made its environment flip to a state. */
function isCause({ event, exit }: PairedEvents<PairableEvent>, state: boolean | null): boolean {
  if (event.type !== 'exited' && event.compliant === state) {
    return state !== true || exit?.compliant !== true
  }
  return state === true && event.type === 'exited' && event.compliant !== true
}
