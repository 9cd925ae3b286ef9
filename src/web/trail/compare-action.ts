import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GitCompare } from 'lucide-react'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { neighboursQuery } from './queries.ts'

/** The action that compares a trail with the one before it in its flow, and its key; none for the first. */
export function useCompareAction({
  org,
  flow,
  trail,
}: {
  org: string
  flow: string
  trail: string
}) {
  const navigate = useNavigate()
  // Whatever list the trail was opened from.
  const before = useQuery(neighboursQuery(org, flow, trail, {})).data?.next?.name
  const compareWith = (before: string) => ({
    icon: GitCompare,
    label: 'Compare with the trail before',
    hint: 'c',
    run: () =>
      void navigate({
        to: '/$org/flows/$flow/matrix',
        params: { org, flow },
        search: { compare: [before, trail] },
      }),
  })
  const actions = before === undefined ? [] : [compareWith(before)]
  useShortcuts(actions.map(({ hint: key, ...rest }) => ({ key, ...rest })))
  return actions
}
