import type { ReportedRunning } from './reported-artifacts.ts'

/** The part of an environment that a fingerprint belongs to: `""` for an unresolved one. */
export const partOf = (fingerprint: string): string => fingerprint.slice(0, 2)

/**
 * Divides the artifacts of a report by fingerprint into at most 257 parts of similar sizes, each in
 * the order of the report.
 */
export function partsOfReport(
  reported: readonly ReportedRunning[],
): ReadonlyMap<string, readonly ReportedRunning[]> {
  const parts = new Map<string, ReportedRunning[]>()
  for (const running of reported) {
    const part = partOf(running.fingerprint)
    const others = parts.get(part)
    if (others) others.push(running)
    else parts.set(part, [running])
  }
  return parts
}
