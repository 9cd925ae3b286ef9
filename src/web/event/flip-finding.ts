import type { EventDay, VerdictFlip } from '#contract/event/event.ts'
import { daySeconds } from '#domain/common/days.ts'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { dayOf, durationOf } from '#web/ui/time-text.ts'

/** What flips came to in an environment: "became non-compliant on 24 Nov and still is". */
export interface FlipFinding {
  environment: string
  words: string
}

/**
 * Tells for each environment what its flips came to, what is not compliant first.
 * @param flips newest first
 * @param until Unix seconds of the window's end; null where it reaches until now
 */
export function flipFindings(
  flips: readonly VerdictFlip[],
  now: number,
  until: number | null,
): FlipFinding[] {
  const names = [...new Set(flips.map(({ environment_name }) => environment_name))]
  const told = names.map((environment) => {
    const [last, before] = flips.filter(({ environment_name }) => environment_name === environment)
    return { environment, last: last!, before }
  })
  const isOpen = ({ last }: (typeof told)[number]) => last.state === false
  return [...told.filter(isOpen), ...told.filter((one) => !isOpen(one))].map(
    ({ environment, last, before }) => ({ environment, words: wordsOf(last, before, now, until) }),
  )
}

function wordsOf(
  last: VerdictFlip,
  before: VerdictFlip | undefined,
  now: number,
  until: number | null,
): string {
  const day = dayOf(last.at, now)
  if (last.state === false) {
    return `became non-compliant on ${day}${until === null ? ' and still is' : ''}`
  }
  if (before?.state === false) return `was non-compliant for ${durationOf(last.at - before.at)}`
  const { qualifiers } = last
  const compliant = verdictText({ verdict: 'compliant', qualifiers }).toLowerCase()
  return last.state === true ? `became ${compliant} on ${day}` : `became unknown on ${day}`
}

const weekdays = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']

/** "Most on Tuesdays (52 of 120)": the weekday with a third of all or more; '' where none stands out. */
export function weekdayFinding(
  days: readonly EventDay[],
  totalOf: (day: EventDay) => number,
): string {
  const total = days.reduce((sum, day) => sum + totalOf(day), 0)
  if (days.length < 21 || total === 0) return ''
  const sums = weekdays.map((name, at) => ({
    name,
    // The epoch began on a Thursday.
    sum: days
      .filter(({ day }) => Math.floor(day / daySeconds) % 7 === at)
      .reduce((sum, day) => sum + totalOf(day), 0),
  }))
  const most = sums.reduce((one, other) => (other.sum > one.sum ? other : one))
  return most.sum * 3 >= total ? `Most on ${most.name}s (${most.sum} of ${total})` : ''
}
