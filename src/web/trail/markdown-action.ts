import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { Trail } from '#contract/trail/trail.ts'
import { evidenceSummariesQuery } from '#web/record/evidence-summary.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { flipsQuery } from './queries.ts'
import type { SlotGroup } from './slots.ts'

interface Shown {
  org: string
  trail: Trail
  groups: readonly SlotGroup[]
}

async function copyReport(queryClient: QueryClient, { org, trail, groups }: Shown) {
  const query = flipsQuery(org, trail.flow.name, trail.name)
  const ids = groups.flatMap(({ slots }) => slots.map(({ attestationId }) => attestationId))
  const [{ trailMarkdown }, flips, summaries] = await Promise.all([
    import('./trail-markdown.ts'),
    queryClient.ensureQueryData(query).catch(() => null),
    ids.some(Boolean)
      ? queryClient.ensureQueryData(evidenceSummariesQuery(org, ids)).then(
          (found) => found.summaries,
          () => null,
        )
      : [],
  ])
  const text = trailMarkdown({
    trail,
    groups,
    flips,
    summaries,
    at: Date.now() / 1_000,
  })
  await copyText(text, 'Markdown')
}

/** The action that takes a trail away as Markdown, and its key. */
export function useMarkdownAction(shown: Shown) {
  const queryClient = useQueryClient()
  const run = () => void copyReport(queryClient, shown)
  const label = 'Copy as Markdown'
  useShortcuts([{ key: 'm', label, icon: FileText, run }])
  return { icon: FileText, label, hint: 'm', run }
}
