import type { ComparisonRow } from '#contract/snapshot/comparison.ts'
import { ArtifactStep } from '#web/domain-ui/artifact-step.tsx'
import { fingerprintColumn } from '#web/domain-ui/columns.tsx'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { OriginFlow } from '#web/domain-ui/origin.tsx'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { SafeLink } from '#web/ui/safe-link.tsx'

/**
 * Columns of a comparison.
 * @param registry where most of the images are kept, which is said elsewhere
 */
export function comparisonColumns(org: string, registry: string | null): Columns<ComparisonRow> {
  return columnsOf<ComparisonRow>((column) => [
    column({
      id: 'artifact',
      header: 'Artifact, from and to',
      meta: { card: 'top', grows: true },
      cell: ({ row: { original } }) => <Artifact row={original} registry={registry} />,
    }),
    fingerprintColumn<ComparisonRow>(org, (row) => {
      const side = newer(row)
      return { value: side?.fingerprint ?? null, flow: side?.flow_name }
    }),
    column({
      id: 'flow',
      header: 'Flow',
      meta: { hideOrder: 3, card: 'last' },
      cell: ({ row }) => {
        const { flow_name: flow, trail_name: trail } = newer(row.original) ?? {}
        return <OriginFlow org={org} flow={flow} trail={trail} />
      },
    }),
    column({
      id: 'commits',
      header: 'Commits between',
      meta: { hideOrder: 2, card: 'none' },
      cell: ({ row }) => <Commits row={row.original} />,
    }),
    column({
      id: 'instances',
      header: 'Instances',
      meta: { isNumber: true, card: 'none' },
      cell: ({ row }) => <Instances row={row.original} />,
    }),
    column({
      id: 'verdict',
      header: 'Verdict',
      meta: { card: 'below' },
      cell: ({ row }) => <Verdicts row={row.original} />,
    }),
  ])
}

const newer = ({ before, after }: ComparisonRow) => after ?? before

function Artifact({ row, registry }: { row: ComparisonRow; registry: string | null }) {
  const side = newer(row)
  if (!side) return null
  const member = side.environment_name
  return (
    <ArtifactStep
      name={side.name}
      replaced={row.change === 'replaced' ? (row.before?.name ?? null) : null}
      registry={registry}
      {...(member !== null && { doing: `in ${member}` })}
    />
  )
}

/** How many ran and run; once where they are as many. */
function Instances({ row }: { row: ComparisonRow }) {
  const [was, now] = [row.before?.instance_count, row.after?.instance_count]
  return (
    <span title={`${was ?? 0} instances before, ${now ?? 0} after`}>
      {was === undefined || now === undefined || was === now ? (now ?? was) : `${was} → ${now}`}
    </span>
  )
}

function Commits({ row }: { row: ComparisonRow }) {
  const commits = [row.before, row.after].flatMap((side) => side?.git_commit || [])
  const [from, to] = [...new Set(commits)]
  if (!from) return null
  const shown = to ? (
    <>
      <CommitHash sha1={from} /> … <CommitHash sha1={to} />
    </>
  ) : (
    <CommitHash sha1={from} />
  )
  const href = row.diff_url ?? (to ? '' : (newer(row)?.commit_url ?? ''))
  if (!href) return <span>{shown}</span>
  return (
    <SafeLink href={href} className="text-inherit hover:underline">
      {shown}
    </SafeLink>
  )
}

/** The verdict before and after with what carried each, once where they are the same. */
function Verdicts({ row }: { row: ComparisonRow }) {
  const sides = [row.before, row.after].flatMap((side) =>
    side ? [{ verdict: verdictOfRunning(side.compliant), qualifiers: side.qualifiers }] : [],
  )
  const [from, to] = sides
  const isSame = from && to && verdictText(from) === verdictText(to)
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      {from && <VerdictLabel {...from} />}
      {to && !isSame && (
        <>
          <span aria-label="then">→</span>
          <VerdictLabel {...to} />
        </>
      )}
    </span>
  )
}
