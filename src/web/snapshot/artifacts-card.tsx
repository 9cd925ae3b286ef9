import { type ReactNode, useMemo } from 'react'
import type { NextSilence } from '#contract/environment/reporting-interval.ts'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { standings } from '#contract/verdict/standing.ts'
import { formatCount } from '#domain/common/counted.ts'
import { isStale } from '#domain/environment/stale-report.ts'
import { filterRunning } from '#domain/snapshot/filter-running.ts'
import { ListBody, listOfRows } from '#web/list/list-body.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { verdictOptions } from '#web/domain-ui/environment-verdict-options.tsx'
import { standingOptions } from '#web/domain-ui/standing.tsx'
import { registryText, registryOf } from '#web/domain-ui/registry.ts'
import { type Filter, anyOf, oneOf, textFilter } from '#web/table/filter.ts'
import { LongTable } from '#web/table/long-table.tsx'
import { PickOne } from '#web/ui/pick-one.tsx'
import { useNow } from '#web/ui/time.tsx'
import { artifactColumns } from './artifact-columns.tsx'
import { artifactCounts, artifactKey, failingPoliciesOf, flowsOf, grouped } from './narrow.ts'
import type { ArtifactSearch, Grouping } from './search.ts'

const showOptions = [
  { value: 'running', label: 'what runs' },
  { value: 'changed', label: 'what changed' },
] as const

/** The artifacts of a snapshot, or what runs now: narrowed, grouped and listed. */
export function ArtifactsCard(props: {
  org: string
  env: string
  caption: string
  artifacts: RunningArtifact[]
  search: ArtifactSearch
  /** A snapshot's artifacts differ from those before; what runs now just runs. */
  withChange?: boolean
  /** Where they run, with when what is known of it becomes only the last report. */
  reporting: readonly NextSilence[]
  narrow: (change: ArtifactSearch) => void
  onClear: () => void
  /** At the end of the filters. */
  children?: ReactNode
}) {
  const { org, env, artifacts, search, withChange = false, reporting, narrow } = props
  const { q, flow_name, verdict, standing, failing_policy, failing_control, show, group } = search
  const registry = useMemo(() => registryOf(artifacts.map(({ name }) => name)), [artifacts])
  const isStaleNow = useStaleIn(env, reporting)
  const columns = useMemo(
    () => artifactColumns({ org, env }, isStaleNow, withChange, registry),
    [org, env, isStaleNow, withChange, registry],
  )
  const choice = useColumnChoice(columns)
  const choiceKey = JSON.stringify([verdict, standing, failing_policy])
  const rows = useMemo(
    () => filterRunning(artifacts, { q, flow_name, verdict, standing, failing_policy, show }),
    // oxlint-disable-next-line react/exhaustive-deps -- a list is a new one with every reading
    [artifacts, q, flow_name, choiceKey, show],
  )
  // A logical environment says first in which of its members something runs.
  const isLogical = artifacts.some(({ environment_name }) => environment_name)
  const isEvaluated = artifacts.some(({ compliant }) => compliant !== null)
  const defaultGroup: Grouping = withChange || isLogical || !isEvaluated ? 'none' : 'verdict'
  const groups = useMemo(
    () => grouped(rows, group ?? defaultGroup, isStaleNow),
    [rows, group, defaultGroup, isStaleNow],
  )
  const flows = useMemo(() => flowsOf(artifacts), [artifacts])
  const failing = failingPoliciesOf(artifacts, failing_policy)
  const name = textFilter('Artifact or fingerprint', q, (value) => narrow({ q: value }))
  const filters: Filter[] = [
    anyOf('Verdict', verdictOptions, verdict, (some) => narrow({ verdict: some })),
    anyOf(
      'Standing',
      standingOptions(standings.filter((one) => one !== 'stale')),
      standing,
      (some) => narrow({ standing: some }),
    ),
    textFilter('Flow', flow_name, (value) => narrow({ flow_name: value }), {
      isExact: true,
      suggestions: flows,
    }),
    ...(failing.length > 0
      ? [
          anyOf(
            'Fails',
            failing.map((value) => ({ value, label: value })),
            failing_policy,
            (some) => narrow({ failing_policy: some }),
          ),
        ]
      : []),
    ...(failing_control
      ? [
          oneOf(
            'Fails control',
            [{ value: failing_control, label: failing_control }],
            failing_control,
            (one) => narrow({ failing_control: one }),
          ),
        ]
      : []),
    ...(withChange ? [oneOf('Show', showOptions, show, (one) => narrow({ show: one }))] : []),
  ]
  const list = listOfRows({ rows, text: name, filters, onClear: props.onClear })
  return (
    <ListBody
      columns={choice}
      list={list}
      title="Artifacts"
      what="artifact"
      textLabel="Text"
      tools={
        <>
          {props.children}
          <PickOne
            label="Group by"
            options={[
              ...byLabels,
              { value: 'none' as const, label: isLogical ? 'Member' : 'None' },
            ]}
            value={group ?? defaultGroup}
            onPick={(value) => narrow({ group: value === defaultGroup ? undefined : value })}
          />
        </>
      }
    >
      <LongTable
        caption={props.caption}
        columns={columns}
        choice={choice}
        groups={groups}
        rowId={artifactKey}
      />
      <p className="flex min-h-11 items-center border-t border-line px-4 text-meta text-muted">
        <span>
          <span className="font-medium text-text">{artifactCounts(rows)}</span>
          {list.isNarrowed && ` of ${formatCount(artifacts.length)}`}, non-compliant first, then by
          name{registryText(registry)}
        </span>
      </p>
    </ListBody>
  )
}

/** Whether a running artifact stands in an environment that is stale by now. */
function useStaleIn(env: string, reporting: readonly NextSilence[]) {
  const now = useNow()
  const silent = reporting.filter((one) => isStale(one.stale_at, now))
  const key = JSON.stringify(silent.map((one) => one.environment_name))
  return useMemo(() => {
    const names = new Set(JSON.parse(key) as string[])
    return (artifact: RunningArtifact) =>
      artifact.now > 0 && names.has(artifact.environment_name ?? env)
  }, [env, key])
}

const byLabels: { value: Grouping; label: string }[] = [
  { value: 'verdict', label: 'Verdict' },
  { value: 'flow', label: 'Flow' },
  { value: 'policy', label: 'Policy' },
]
