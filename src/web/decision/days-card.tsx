import { useQuery } from '@tanstack/react-query'
import { VerdictDaysCard } from '../chart/verdict-days-card.tsx'
import { decisionDaysQuery } from './queries.ts'
import type { DecisionSearch } from './search.ts'

/** Does it hold? Decisions a day by verdict; a column narrows the list to its day and verdict. */
export default function DaysCard(props: { org: string; search: DecisionSearch; question: string }) {
  const query = useQuery(decisionDaysQuery(props.org, props.search))
  return <VerdictDaysCard question={props.question} what="decision" query={query} />
}
