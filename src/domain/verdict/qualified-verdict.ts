import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { typeLabel } from '#domain/attestation/type-label.ts'
import { counted, listed } from '#domain/common/counted.ts'

/** Verdicts on anything that is evaluated. */
export const verdictLabels = {
  compliant: 'Compliant',
  'non-compliant': 'Non-compliant',
  unknown: 'Unknown',
  incomplete: 'Incomplete',
  missing: 'Missing',
  'not-asked': 'Not asked',
} as const
export type Verdict = keyof typeof verdictLabels

/** A verdict with everything that has to be said beside it. */
export interface QualifiedVerdict {
  verdict: Verdict
  /** Absent where nothing but evidence was asked and found. */
  qualifiers?: Qualifiers | undefined
  /** No report came within the reporting interval: the verdict is the last one known. */
  isStale?: boolean | undefined
  /** Nothing has ever been reported, so that nothing is known. */
  isNeverReported?: boolean | undefined
}

/** Returns the number of exceptions that carry a verdict, of all kinds together. */
export const countExceptions = ({ overridden, allow_listed, exempt }: Qualifiers) =>
  overridden + allow_listed + exempt

/** Returns what a verdict says that is compliant only because there is nothing to evaluate. */
const nothingText = ({ not_asked }: Qualifiers) =>
  not_asked > 0 ? 'nothing expected' : 'nothing runs'

/** Returns the number of evaluated artifacts to which no rule applies. */
const notAskedOf = ({ judged, not_asked }: Qualifiers) => (judged === 0 ? 0 : not_asked)

/** Returns whether a verdict is compliant only because there is nothing to evaluate. */
const isOfNothing = ({ verdict, qualifiers }: QualifiedVerdict): boolean =>
  verdict === 'compliant' && qualifiers?.judged === 0 && countExceptions(qualifiers) === 0

/** Returns whether a verdict says by itself all that is known: nothing has to stand beside it. */
export const isPlain = (qualified: QualifiedVerdict): boolean => {
  const { qualifiers, isStale } = qualified
  if (isStale || isOfNothing(qualified)) return false
  return (
    !qualifiers ||
    (countExceptions(qualifiers) === 0 &&
      notAskedOf(qualifiers) === 0 &&
      qualifiers.expired.length === 0)
  )
}

/** Exceptions of one kind are named, several kinds are summed. */
function shortExceptions(qualifiers: Qualifiers): string {
  const { judged, overridden, allow_listed, exempt } = qualifiers
  const isMany = judged > 1
  const total = countExceptions(qualifiers)
  if (total === 0) return ''
  if (total === overridden) return total === 1 ? 'by override' : `by ${total} overrides`
  if (total === allow_listed) {
    return isMany
      ? `by ${counted(total, 'allow-list entry', 'allow-list entries')}`
      : 'allow-listed'
  }
  if (total === exempt) return isMany ? `by ${counted(total, 'exemption')}` : 'exempt'
  return `by ${total} exceptions`
}

function shortNotAsked(qualifiers: Qualifiers): string {
  const count = notAskedOf(qualifiers)
  if (count === 0) return ''
  return count >= qualifiers.judged ? 'not asked' : `${count} not asked`
}

/**
 * Returns the text that follows a verdict in a cell, '' for a plain one: "by override",
 * "allow-listed", "by 3 exceptions", "not asked", "nothing runs", "nothing expected", "expired, by
 * override". Time comes before people, and exceptions before what was not asked.
 */
export function qualifierText(qualified: QualifiedVerdict): string {
  const { verdict, qualifiers, isStale } = qualified
  if (!qualifiers) return ''
  if (isOfNothing(qualified)) return nothingText(qualifiers)
  const rest = carrierText(verdict, qualifiers, isStale)
  if (qualifiers.expired.length === 0) return rest
  return rest === '' ? 'evidence expired' : `expired, ${rest}`
}

function carrierText(verdict: Verdict, qualifiers: Qualifiers, isStale = false): string {
  if (isStale && countExceptions(qualifiers) > 0) return 'by exception'
  if (verdict === 'incomplete' && qualifiers.overridden > 0) {
    return `${counted(qualifiers.overridden, 'slot')} by override`
  }
  return shortExceptions(qualifiers) || shortNotAsked(qualifiers)
}

/** Returns the label of a verdict; of a stale one in the past tense. */
export function verdictLabel({ verdict, isStale, isNeverReported }: QualifiedVerdict): string {
  if (isStale) return `Stale, last ${verdictLabels[verdict].toLowerCase()}`
  return isNeverReported ? `${verdictLabels[verdict]}, never reported` : verdictLabels[verdict]
}

const join = (text: string, qualifier: string) =>
  qualifier === '' ? text : `${text}${qualifier.startsWith('by ') ? ' ' : ', '}${qualifier}`

/**
 * Returns a verdict with its qualifiers in few words, for cells, messages and files: "Compliant by
 * override", "Stale, last compliant by exception".
 */
export function verdictText(qualified: QualifiedVerdict): string {
  return join(verdictLabel(qualified), qualifierText(qualified))
}

/** Describes a flip: "became compliant"; without a report "became compliant while silent". */
export const flippedText = (verdict: string, isSilent: boolean): string =>
  `became ${verdict}${isSilent ? ' while silent' : ''}`

/**
 * Returns the verdict of one piece of evidence with what it reported, where an override counts in
 * its place: "Compliant by override (reported: Non-compliant)".
 */
export function evidenceText(counts: QualifiedVerdict, reported: Verdict | null): string {
  const text = verdictText(counts)
  const isOverridden = (counts.qualifiers?.overridden ?? 0) > 0
  return isOverridden && reported !== null ? `${text} (reported: ${verdictLabels[reported]})` : text
}

/** Returns the exceptions that carry a verdict by kind: "1 override", "10 exemptions". */
const exceptionParts = ({ overridden, allow_listed, exempt }: Qualifiers): string[] =>
  [
    overridden > 0 && counted(overridden, 'override'),
    allow_listed > 0 && counted(allow_listed, 'allow-list entry', 'allow-list entries'),
    exempt > 0 && counted(exempt, 'exemption'),
  ].filter((part) => part !== false)

/**
 * Returns the exceptions that carry a verdict, those last that may end by themselves: "10 exemptions
 * and 1 override"; '' for none.
 */
export const exceptionsText = (qualifiers: Qualifiers): string =>
  listed(exceptionParts(qualifiers).reverse())

/**
 * Returns what carries a verdict, in full: "evidence expired on pen-test, and by 1 override, 1
 * allow-list entry and 10 exemptions; 3 of 74 artifacts not asked"; '' for nothing.
 */
export function qualifierSentence(verdict: QualifiedVerdict): string {
  const { qualifiers } = verdict
  if (!qualifiers) return ''
  if (isOfNothing(verdict)) return nothingText(qualifiers)
  const { judged, expired } = qualifiers
  const not_asked = notAskedOf(qualifiers)
  const parts = exceptionParts(qualifiers)
  const exceptions = parts.length > 0 ? `by ${listed(parts)}` : ''
  const asked =
    judged > 1 ? `${not_asked} of ${counted(judged, 'artifact')} not asked` : 'not asked'
  const carried = [exceptions, not_asked > 0 && asked].filter(Boolean).join('; ')
  if (expired.length === 0) return carried
  const types = listed(expired.map(typeLabel))
  return `evidence expired on ${types}${carried && `, and ${carried}`}`
}
