import type { EventDay, LoggedType } from '#contract/event/event.ts'
import { daySeconds, rowsOfDays } from '#domain/common/days.ts'

type Kind = Exclude<keyof EventDay, 'day'>

/** Kinds of events, whatever the verdict. */
const kindOf: Record<LoggedType, Kind> = {
  'started-compliant': 'started',
  'started-non-compliant': 'started',
  started: 'started',
  exited: 'exited',
  changed: 'changed',
  'updated-provenance': 'changed',
  scaled: 'scaled',
  'fell-silent': 'silence',
  'reported-again': 'silence',
}

/**
 * Returns a row for each day of the window, oldest first; days without events have zeros.
 * @param counts by day since 1970; several of a day and type are added up
 */
export function countEventDays(
  window: { from: number; to: number },
  counts: readonly { day: number; type: LoggedType; count: number }[],
): EventDay[] {
  const days = rowsOfDays(window, { started: 0, exited: 0, changed: 0, scaled: 0, silence: 0 })
  for (const { day, type, count } of counts) {
    const row = days.get(day * daySeconds)
    if (row) row[kindOf[type]] += count
  }
  return [...days.values()]
}

const instances = (count: number) => `${count} instance${count === 1 ? '' : 's'}`

/** Describes an event in words. */
export function describeEvent(was: number, now: number): string {
  if (was === 0) return `${instances(now)} started running (from 0 to ${now})`
  if (now === 0) return `${instances(was)} stopped running (from ${was} to 0)`
  return was === now ? `${instances(now)} changed` : `scaled from ${was} to ${instances(now)}`
}
