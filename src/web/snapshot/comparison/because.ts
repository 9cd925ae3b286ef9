import type { ComparisonRow, SnapshotComparison } from '#contract/snapshot/comparison.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { causeText, type ExplainedVerdict, type Summaries } from '#web/domain-ui/cause-text.ts'
import { turnParts, versionsText } from './labels.ts'

/** Known facts of artifacts that began to fail, and of the evidence behind it. */
export interface KnownFailures {
  verdicts: readonly ExplainedVerdict[]
  summaries: Summaries
}

/** So many artifacts are named in a sentence. */
const maxNamed = 2

/** Artifacts that fail after and did not before: they turned the verdict. */
export const beganToFail = ({ before, after }: ComparisonRow): boolean =>
  after?.compliant === false && before?.compliant !== false

/** Artifacts that failed before and do not after, or are gone. */
export const endedToFail = ({ before, after }: ComparisonRow): boolean =>
  before?.compliant === false && after?.compliant !== false

/** "checkout/bundle.tgz", "ledger-api 4.192.0": an artifact without the host that keeps it. */
export function artifactText(filename: string): string {
  const { registry, name, version } = partsOfArtifactName(filename)
  const [, ...folders] = registry.split('/')
  return [[...folders, name].join('/'), version].filter(Boolean).join(' ')
}

const placeText = (member: string | null) => (member === null ? '' : ` in ${member}`)

const factsOf = (
  { verdicts }: KnownFailures,
  { name, fingerprint }: { name: string; fingerprint: string },
) => verdicts.find((one) => one.verdict.name === name && one.verdict.fingerprint === fingerprint)

/** Cause of a failure: "e2e-tests failed on checkout-web-516", "it does not pass image-signing". */
export function failureText(
  side: NonNullable<ComparisonRow['after']>,
  known: KnownFailures,
): string {
  const [first, ...others] = factsOf(known, side)?.plan?.additions ?? []
  if (first) {
    const cause = causeText(first, known.summaries)
    return others.length > 0 ? `${cause}, and ${others.length} more` : cause
  }
  return side.failing_policies.length > 0
    ? `it does not pass ${side.failing_policies.join(' and ')}`
    : 'it has no fingerprint'
}

/** The rule that came to an artifact which ran before already; undefined where none did. */
function newRule({ policies }: SnapshotComparison, { before, after }: ComparisonRow) {
  if (!before || !after || before.fingerprint !== after.fingerprint) return undefined
  return policies.find(
    ({ name, environment_name, after: versions }) =>
      versions.length > 0 &&
      after.failing_policies.includes(name) &&
      (after.environment_name === null || after.environment_name === environment_name),
  )
}

function beganText(comparison: SnapshotComparison, row: ComparisonRow, known: KnownFailures) {
  const { after } = row
  if (!after) return ''
  const what = `${artifactText(after.name)}${placeText(after.environment_name)}`
  const rule = newRule(comparison, row)
  if (!rule) return `${what} fails: ${failureText(after, known)}`
  const came = rule.before.length === 0 ? 'was attached' : `has ${versionsText(rule.after)}`
  return `${rule.name} ${came}, and ${what} fails it`
}

function endedText({ change, before, after }: ComparisonRow): string {
  if (!before) return ''
  const what = `${artifactText(before.name)}${placeText(before.environment_name)}`
  if (!after) return `${what} no longer runs`
  return change === 'replaced' ? `${what} was replaced` : `${what} no longer fails`
}

/** Why the verdict turned, or stayed, as far as artifacts tell: "checkout/bundle.tgz fails: …". */
export function becauseText(comparison: SnapshotComparison, known: KnownFailures): string {
  const { rows, head } = comparison
  const began = rows.filter(beganToFail)
  const causes = began.length > 0 ? began : head.state === false ? [] : rows.filter(endedToFail)
  const named = causes
    .slice(0, maxNamed)
    .map((row) => (began.length > 0 ? beganText(comparison, row, known) : endedText(row)))
  const more = causes.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

/** How the verdict turned and why, in one sentence without its full stop. */
export function turnText(comparison: SnapshotComparison, known: KnownFailures): string {
  const because = becauseText(comparison, known)
  const { start, verdict, rest } = turnParts(comparison)
  const turn = `${start} ${verdict}${rest}`
  return because ? `${turn}, because ${because}` : turn
}
