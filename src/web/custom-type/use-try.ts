import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { notJson, plainReason } from '#contract/common/plain-reason.ts'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import type { Definition } from './draft.ts'
import { tryQuery } from './queries.ts'

/** A sample as it was typed: nothing, JSON, or neither. */
function readSample(text: string): { data?: unknown; problem: string | null } {
  if (text.trim() === '') return { problem: null }
  try {
    return { data: JSON.parse(text) as unknown, problem: null }
  } catch (error) {
    return { problem: notJson((error as Error).message) }
  }
}

/** Asks the service about a definition and a sample, a moment after they were last changed. */
export function useTry(org: string, definition: Definition, sample: string) {
  const { schema, rules, summary } = definition
  const text = JSON.stringify([schema, rules, summary, sample])
  const sent = useDebouncedValue(text)
  const body = useMemo(() => {
    const [schema, rules, summary, sample] = JSON.parse(sent) as [
      string,
      string[],
      Definition['summary'],
      string,
    ]
    const { data } = readSample(sample)
    return { type_schema: schema, rules, summary, ...(data !== undefined && { data }) }
  }, [sent])
  const query = useQuery(tryQuery(org, body))
  const problems = query.data?.problems ?? []
  return {
    /** Of what is typed now, not of what was before. */
    isSettled: sent === text && query.isSuccess && !query.isPlaceholderData,
    problems,
    problemAt: (field: string) => {
      const found = problems.find((one) => one.field === field)
      return found ? plainReason(found.reason) : null
    },
    outcome: query.data?.outcome ?? null,
    sampleProblem: readSample(sample).problem,
    failure: query.error,
    retry: () => void query.refetch(),
  }
}
export type Tried = ReturnType<typeof useTry>
