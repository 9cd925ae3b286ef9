import { useEffect } from 'react'
import * as z from 'zod/mini'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { storedList } from '#web/record/stored-list.ts'
import type { Answer } from './deploy-answer.tsx'

/** A question to "Can I deploy?" that was answered, as this browser keeps it. */
const recentQuestion = z.object({
  fingerprint: z.array(z.string()),
  /** Names of the artifacts as they were reported; `""` where nobody reported one. */
  names: z.array(z.string()),
  snapshot: z.optional(z.string()),
  environment: z.array(z.string()),
  /** The answer of that time: its worst result, and how many of the results failed. */
  compliant: z.nullable(z.boolean()),
  results: z.int(),
  failing: z.int(),
  qualifiers,
  /** Unix seconds. */
  evaluated_at: z.number(),
})
export type RecentQuestion = z.output<typeof recentQuestion>

const keyOf = ({ fingerprint, snapshot, environment }: RecentQuestion) =>
  JSON.stringify([fingerprint.toSorted(), snapshot ?? '', environment.toSorted()])

const questions = storedList('asked', recentQuestion, {
  max: 6,
  isSame: (one, other) => keyOf(one) === keyOf(other),
})

/** Questions with one before all others, each once. */
export const withFirst = questions.withFirst

/** The questions that the person asked last in the organization, the last one first. */
export const recentQuestionsOf = questions.read

/**
 * Returns the stored part of an answer; null where it is none: nothing ran, or no environment is
 * known.
 */
export function recentQuestionOf(
  snapshot: string | undefined,
  answer: Answer,
): RecentQuestion | null {
  if (answer.results.length === 0) return null
  const artifacts = snapshot === undefined ? answer.artifacts : []
  return {
    fingerprint: artifacts.map((one) => one.fingerprint),
    names: artifacts.map(({ name }) => name),
    ...(snapshot !== undefined && { snapshot }),
    environment: answer.environments.map(({ name }) => name),
    compliant: answer.compliant,
    results: answer.counts.compliant + answer.counts.non_compliant + answer.counts.unknown,
    failing: answer.counts.non_compliant,
    qualifiers: answer.qualifiers,
    evaluated_at: answer.evaluated_at,
  }
}

/** Keeps the question that the page answers, in this browser; `snapshot` where all of one is asked. */
export function useStoreQuestion(
  org: string,
  user: string,
  snapshot: string | undefined,
  answer: Answer | undefined,
): void {
  useEffect(() => {
    const recent = answer && recentQuestionOf(snapshot, answer)
    if (recent) questions.store(org, user, recent)
  }, [org, user, snapshot, answer])
}
