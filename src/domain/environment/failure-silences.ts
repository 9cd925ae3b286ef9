import { type Period, splitByPeriods } from '#domain/common/split-by-periods.ts'
import type { EnvironmentHistory } from './standing-time.ts'

/** A member of a logical environment over time, with its changes in their order. */
export interface MemberHistory extends Pick<EnvironmentHistory, 'changes' | 'silences' | 'until'> {
  /** When it was one. */
  memberships: readonly Period[]
}

/**
 * Returns when every member that failed was silent, up to an instant, oldest first: a failure that a
 * logical environment shows holds as long as one member that fails does report.
 */
export function failureSilences(
  members: readonly MemberHistory[],
  to: number,
): { from: number; to: number }[] {
  const marks = members.flatMap(({ changes, silences, until, memberships }) =>
    changes.flatMap(({ at, state }, index) => {
      if (state !== false) return []
      const failing = { from: at, to: Math.min(changes[index + 1]?.at ?? to, until ?? to) }
      return splitByPeriods(failing, memberships)
        .filter(({ isWithin }) => isWithin)
        .flatMap((part) => splitByPeriods(part, silences))
        .flatMap(({ isWithin: isSilent, ...part }) => [
          { at: part.from, count: 1, isSilent },
          { at: part.to, count: -1, isSilent },
        ])
    }),
  )
  const silences: { from: number; to: number }[] = []
  let [silent, reporting] = [0, 0]
  let since: number | null = null
  for (const [index, { at, count, isSilent }] of marks.sort((a, b) => a.at - b.at).entries()) {
    if (isSilent) silent += count
    else reporting += count
    if (marks[index + 1]?.at === at) continue
    const isUnknown = silent > 0 && reporting === 0
    if (isUnknown) since ??= at
    else if (since !== null) {
      silences.push({ from: since, to: at })
      since = null
    }
  }
  return silences
}
