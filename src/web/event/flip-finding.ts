import type { EventDay, VerdictFlip } from '#contract/event/event.ts'
import { daySeconds } from '#domain/common/days.ts'
import { flippedText, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { dayOf, durationOf } from '#web/ui/time-text.ts'

/**
 * Describes the outcome of flips in an environment: "became non-compliant on 24 Nov and still is",
 * "fell silent".
 */
interface FlipFinding {
  environment: string
  text: string
}

/**
 * Tells for each environment what its flips came to: what is not compliant first, then what is silent.
 * @param flips newest first
 * @param until Unix seconds of the window's end; null where it reaches until now
 */
export function flipFindings(
  flips: readonly VerdictFlip[],
  now: number,
  until: number | null,
): FlipFinding[] {
  const names = [...new Set(flips.map(({ environment_name }) => environment_name))]
  const changed = names.map((environment) => {
    const [last, ...older] = flips.filter((one) => one.environment_name === environment)
    return { environment, last: last!, older }
  })
  return changed
    .sort((a, b) => severity(b.last) - severity(a.last))
    .map(({ environment, last, older }) => ({
      environment,
      text: findingText(last, older, now, until),
    }))
}

/** How much a flip matters: most to fail, then to fall silent. */
export const severity = ({ is_stale, state }: VerdictFlip) =>
  is_stale ? 1 : state === false ? 2 : 0

const isBeginOfSilence = ({ was_stale, is_stale }: VerdictFlip) => is_stale && !was_stale

/**
 * Describes a change of an environment: "became non-compliant", "fell silent", and of what was
 * evaluated again without a report "became non-compliant while silent".
 */
export function flipText(flip: VerdictFlip, before: VerdictFlip | undefined): string {
  if (isBeginOfSilence(flip)) return 'fell silent'
  if (!flip.is_stale && before?.is_stale && before.state === flip.state) return 'reported again'
  const { state, qualifiers, is_stale } = flip
  const verdict = verdictText({ verdict: verdictOfRunning(state), qualifiers })
  return flippedText(verdict.toLowerCase(), is_stale)
}

function findingText(
  last: VerdictFlip,
  older: readonly VerdictFlip[],
  now: number,
  until: number | null,
): string {
  const [before] = older
  const hasReported = flipText(last, before) === 'reported again'
  if (before && hasReported && isBeginOfSilence(before)) {
    return `was silent for ${durationOf(last.at - before.at)}`
  }
  if (before && severity(last) === 0 && severity(before) === 2) {
    return `was non-compliant for ${durationOf(last.at - before.at)}`
  }
  // A report that finds what a silence already made of the verdict changes nothing.
  const [change, prior] = before && hasReported ? [before, older[1]] : [last, before]
  const isOpen = severity(last) > 0 && until === null
  return `${flipText(change, prior)} on ${dayOf(change.at, now)}${isOpen ? ' and still is' : ''}`
}

const weekdays = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']

/**
 * "Most on Tuesdays (52 of 120)": the weekday with a third of all or more, on two or more of its days;
 * '' where none stands out.
 */
export function weekdayFinding(
  days: readonly EventDay[],
  totalOf: (day: EventDay) => number,
): string {
  const total = days.reduce((sum, day) => sum + totalOf(day), 0)
  if (days.length < 21 || total === 0) return ''
  const sums = weekdays.map((name, at) => {
    // The epoch began on a Thursday.
    const own = days.filter(({ day }) => Math.floor(day / daySeconds) % 7 === at).map(totalOf)
    const sum = own.reduce((all, one) => all + one, 0)
    return { name, sum, isRepeated: own.filter((one) => one > 0).length > 1 }
  })
  const most = sums.reduce((one, other) => (other.sum > one.sum ? other : one))
  return most.isRepeated && most.sum * 3 >= total
    ? `Most on ${most.name}s (${most.sum} of ${total})`
    : ''
}
