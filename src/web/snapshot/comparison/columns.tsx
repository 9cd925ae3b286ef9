import type { ComparedArtifact, ComparisonRow } from '#contract/snapshot/comparison.ts'
import { CommitHash, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { OriginFingerprint, OriginFlow } from '#web/domain-ui/origin.tsx'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { changeLabels } from './labels.ts'

/** Columns of a comparison. */
export function comparisonColumns(org: string): Columns<ComparisonRow> {
  return columnsOf<ComparisonRow>((column) => [
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => <ArtifactName row={row.original} />,
    }),
    column({
      id: 'change',
      header: 'Change',
      cell: ({ row }) => <ChangeLabel row={row.original} />,
    }),
    column({
      id: 'before',
      header: 'Before',
      meta: { leaves: 2 },
      cell: ({ row }) => <Print org={org} word="Before" side={row.original.before} />,
    }),
    column({
      id: 'after',
      header: 'After',
      meta: { leaves: 3 },
      cell: ({ row }) => <Print org={org} word="After" side={row.original.after} />,
    }),
    column({
      id: 'commits',
      header: 'Commits between',
      meta: { leaves: 1, card: 'last' },
      cell: ({ row }) => <Commits row={row.original} />,
    }),
    column({
      id: 'flow',
      header: 'Flow',
      meta: { leaves: 4, card: 'last' },
      cell: ({ row }) => {
        const { flow_name: flow, trail_name: trail } = newer(row.original) ?? {}
        return <OriginFlow org={org} flow={flow} trail={trail} />
      },
    }),
    column({
      id: 'verdict',
      header: 'Verdict',
      meta: { card: 'last' },
      cell: ({ row }) => <Verdicts row={row.original} />,
    }),
  ])
}

const newer = ({ before, after }: ComparisonRow) => after ?? before

function ArtifactName({ row }: { row: ComparisonRow }) {
  const side = newer(row)
  const other = row.before && row.after && row.before.name !== row.after.name
  return (
    <span className="wrap-anywhere" title={side?.name}>
      <span className="font-medium">
        <ImageName name={side?.name ?? ''} />
      </span>
      {other && <span className="md:hidden"> was {row.before?.name}</span>}
      {side?.environment_name && <span className="text-muted"> in {side.environment_name}</span>}
    </span>
  )
}

function ChangeLabel({ row }: { row: ComparisonRow }) {
  const [was, now] = [row.before?.instance_count ?? 0, row.after?.instance_count ?? 0]
  return (
    <span title={`${was} instances before, ${now} after`}>
      {changeLabels[row.change]}
      {Math.max(was, now) > 1 && (
        <span className="text-muted">
          {' '}
          {was} → {now}
        </span>
      )}
    </span>
  )
}

function Print(props: { org: string; word: string; side: ComparedArtifact | null }) {
  const { side } = props
  if (!side) return emptyCell
  return (
    <>
      <span className="md:hidden">{props.word} </span>
      <OriginFingerprint org={props.org} flow={side.flow_name} value={side.fingerprint} />
    </>
  )
}

function Commits({ row }: { row: ComparisonRow }) {
  const commits = [row.before, row.after].flatMap((side) => side?.git_commit || [])
  const [from, to] = [...new Set(commits)]
  if (!from) return null
  const words = to ? (
    <>
      <CommitHash sha1={from} /> … <CommitHash sha1={to} />
    </>
  ) : (
    <CommitHash sha1={from} />
  )
  const href = row.diff_url ?? (to ? '' : (newer(row)?.commit_url ?? ''))
  if (!href) return <span>{words}</span>
  return (
    <SafeLink href={href} className="text-inherit hover:underline">
      {words}
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
