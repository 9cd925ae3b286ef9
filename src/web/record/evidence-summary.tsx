import { useQuery } from '@tanstack/react-query'
import { type ReactNode, createContext, useContext, useMemo } from 'react'
import {
  type EvidenceSummary,
  listEvidenceSummaries,
  maxSummaries,
} from '#contract/attestation/evidence-summary.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

type Summaries = ReadonlyMap<string, EvidenceSummary>

const SummariesContext = createContext<Summaries>(new Map())

/** So many requests are sent for the evidence of one page. */
const maxRequests = 20

/** Summaries of evidence, by id: one request for each 100; of more than 2,000 the first ones. */
export function evidenceSummariesQuery(org: string, ids: readonly (string | null)[]) {
  // In one order, so that a page and its Why share the answer.
  const all = [...new Set(ids.flatMap((id) => id ?? []))]
  const known = all.slice(0, maxSummaries * maxRequests).sort()
  const queryOf = (attestation_id: string[]) =>
    endpointQuery(listEvidenceSummaries, { org }, { attestation_id })
  return {
    queryKey: queryOf(known).queryKey,
    queryFn: async (context: { signal: AbortSignal }) => {
      const summaries: EvidenceSummary[] = []
      for (let at = 0; at < known.length; at += maxSummaries) {
        const some = queryOf(known.slice(at, at + maxSummaries))
        summaries.push(...(await some.queryFn(context)).summaries)
      }
      return { summaries }
    },
    enabled: known.length > 0,
  }
}

/** Summaries of evidence, by id, as far as they are known. */
export function useEvidenceSummaries(org: string, ids: readonly (string | null)[]): Summaries {
  const { data } = useQuery(evidenceSummariesQuery(org, ids))
  return useMemo(() => new Map(data?.summaries.map((one) => [one.attestation_id, one])), [data])
}

/** Provides the findings of these attestations wherever they are named below. */
export function EvidenceSummaries(props: {
  org: string
  ids: readonly (string | null)[]
  children: ReactNode
}) {
  const summaries = useEvidenceSummaries(props.org, props.ids)
  return <SummariesContext value={summaries}>{props.children}</SummariesContext>
}

/** Summary of evidence; undefined until it is known, and where there is none. */
export const useEvidenceSummary = (id: string | null): EvidenceSummary | undefined =>
  useContext(SummariesContext).get(id ?? '')

/** Adds to a verdict what the evidence found: ": 2 failed of 45 tests". */
export function FoundSummary(props: { id: string }) {
  const summary = useEvidenceSummary(props.id)?.summary
  return summary ? `: ${summary}` : null
}
