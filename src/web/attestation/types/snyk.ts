import type { SnykResults, Vulnerability } from '#contract/attestation/types/snyk.ts'
import { severities, type Severity } from '#domain/attestation/evidence-summary.ts'

/** A vulnerability with the severity that it was listed under. */
export interface Finding extends Vulnerability {
  severity: Severity
}

/** Listed vulnerabilities: high before low, then by priority; those without a score last. */
export function findingsOf({ results }: SnykResults): Finding[] {
  return severities.flatMap((severity) =>
    results
      .flatMap((result) => result[severity] ?? [])
      .map((vulnerability) => ({ ...vulnerability, severity }))
      .sort((a, b) => scoreOf(b) - scoreOf(a)),
  )
}

function scoreOf({ priority_score }: Finding): number {
  return priority_score ?? -Number.MAX_VALUE
}

/** What there is to say when the report does not list what it counts; the counts are judged. */
export function gapOf(counted: number, listed: number): string | null {
  if (counted === listed) return null
  if (listed === 0) return 'The report lists none of them.'
  return `The report counts ${counted} and lists ${listed}; the counts decide.`
}

/** "src/app.ts:12-14". */
export function placeOf({
  uri,
  lines,
}: {
  uri: string
  lines?: string | null | undefined
}): string {
  return lines ? `${uri}:${lines}` : uri
}
