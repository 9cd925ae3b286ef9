import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, FileText, GitCompare } from 'lucide-react'
import type { Trail } from '#contract/trail/trail.ts'
import { useRefusal } from '#web/api/permission.ts'
import { attestationIn } from '#web/domain-ui/drawer-steps.ts'
import { evidenceSummariesQuery } from '#web/record/evidence-summary.tsx'
import { flipsQuery, neighboursQuery } from '#web/trail/queries.ts'
import type { SlotGroup } from '#web/trail/slots.ts'
import { copyText } from '#web/ui/copy-button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

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

interface Shown {
  org: string
  trail: Trail
  groups: readonly SlotGroup[]
}

async function copyReport(queryClient: QueryClient, { org, trail, groups }: Shown) {
  const query = flipsQuery(org, trail.flow.name, trail.name)
  const ids = groups.flatMap(({ slots }) => slots.map(({ attestationId }) => attestationId))
  const [{ trailMarkdown }, flips, summaries] = await Promise.all([
    import('#web/trail/trail-markdown.ts'),
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

/** Goes to the form that overrides a slot of a trail: of the focused row, the only red one, or a choice. */
export function useOverrideAction(props: {
  org: string
  trail: Trail
  groups: readonly SlotGroup[]
}) {
  const { org, trail, groups } = props
  const navigate = useNavigate()
  const run = () => {
    const focused = attestationIn(document.activeElement?.closest('tr'))
    const slots = groups.flatMap((group) => group.slots.map((slot) => ({ group, slot })))
    const failing = slots.filter(({ slot }) => slot.verdict === 'non-compliant')
    const only = failing.length === 1 ? failing[0] : undefined
    const found = focused ? slots.find(({ slot }) => slot.attestationId === focused) : only
    const artifact = found?.group.artifact
    void navigate({
      to: '/$org/flows/$flow/trails/$trail/override',
      params: { org, flow: trail.flow.name, trail: trail.name },
      search: {
        ...(found && { attestation_name: found.slot.name }),
        ...(artifact?.fingerprint
          ? { artifact_fingerprint: artifact.fingerprint }
          : artifact && { target_artifacts: [artifact.name] }),
      },
    })
  }
  const label = 'Override'
  const icon = useRefusal('member') === null ? ArrowLeftRight : undefined
  useShortcuts([{ key: 'o', label, icon, run }])
  return { icon: ArrowLeftRight, label, hint: 'o', run }
}
