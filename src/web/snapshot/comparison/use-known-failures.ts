import { useQueries } from '@tanstack/react-query'
import type { SnapshotComparison } from '#contract/snapshot/comparison.ts'
import { replacedEvidence } from '#web/domain-ui/cause-text.ts'
import { useEvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { beganToFail, type KnownFailures } from './because.ts'
import { failureQuery } from './queries.ts'

/** So many artifacts that began to fail are asked what fails. */
const maxExplained = 3

/** Failures of artifacts that began to fail, of the first few, as far as they are known. */
export function useKnownFailures(
  org: string,
  comparison: SnapshotComparison | undefined,
): KnownFailures {
  const began = comparison?.rows.filter(beganToFail).slice(0, maxExplained) ?? []
  const answers = useQueries({
    queries: began.flatMap(({ after }) =>
      comparison && after
        ? failureQuery(org, comparison.head.environment_name, {
            fingerprint: after.fingerprint || undefined,
            name: after.name,
            member: after.environment_name ?? undefined,
            snapshot: String(comparison.head.index),
          })
        : [],
    ),
  })
  const verdicts = answers.flatMap(({ data }) => data ?? [])
  return { verdicts, summaries: useEvidenceSummaries(org, replacedEvidence(verdicts)) }
}
