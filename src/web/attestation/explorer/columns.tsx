import { Link } from '@tanstack/react-router'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { RecordVerdict } from '#web/attestation/record-verdict.tsx'
import { KindLabel, lookOf } from '#web/domain-ui/kind-label.tsx'
import { OfArchivedFlow } from '#web/domain-ui/archived-flow-mark.tsx'
import { personColumn, timeColumn, trailColumn } from '#web/domain-ui/columns.tsx'
import { ExpiredText } from '#web/domain-ui/expired-text.tsx'
import { CommitHash, FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'

type Column = Columns<Attestation>[number]

/** The age of the evidence of a row, where that is more than allowed. */
const RowAge = ({ id }: { id: string }) => <ExpiredText age={useEvidenceSummary(id)?.expired} />

/** Findings of the evidence of a row, in a few words. */
function RowResult({ id }: { id: string }) {
  const summary = useEvidenceSummary(id)?.summary
  if (summary) return <span title={summary}>{summary}</span>
  // Its room before it is there: other columns are hidden for it at once, or not at all.
  return <span className="inline-block w-[13.125rem]" />
}

/** Columns of a list of attestations: of one flow, or of all. */
export function attestationColumns(org: string, isAcrossFlows: boolean): Columns<Attestation> {
  const onlyAcross = (...columns: Column[]) => (isAcrossFlows ? columns : [])
  return columnsOf<Attestation>((column) => [
    column({
      id: 'verdict',
      header: 'Verdict',
      cell: ({ row: { original } }) => (
        <span className="block whitespace-normal">
          <RecordVerdict attestation={original} /> <RowAge id={original.attestation_id} />
        </span>
      ),
    }),
    column({
      id: 'name',
      header: 'Attestation',
      meta: { card: 'top' },
      cell: ({ row }) => (
        <OfArchivedFlow row={row.original}>
          <AttestationName org={org} attestation={row.original} />
        </OfArchivedFlow>
      ),
    }),
    ...(isAcrossFlows
      ? []
      : [
          column({
            id: 'result',
            header: 'Result',
            meta: { grows: true, shrinksTo: 210, hideOrder: 5, card: 'none' },
            cell: ({ row }) => <RowResult id={row.original.attestation_id} />,
          }),
        ]),
    column({
      id: 'type',
      header: 'Type',
      meta: { hideOrder: 4 },
      cell: ({ row: { original } }) =>
        original.is_override ? (
          <span className="text-muted">Override of {lookOf(original.attestation_type).label}</span>
        ) : (
          <KindLabel type={original.attestation_type} />
        ),
    }),
    isAcrossFlows
      ? trailColumn<Attestation>(org, ofTrail, { card: 'below' })
      : column({
          id: 'trail',
          header: 'Trail',
          meta: { card: 'below' },
          cell: ({ row }) => <TrailName org={org} attestation={row.original} />,
        }),
    column({
      id: 'target',
      header: 'Target',
      meta: { hideOrder: 3, card: 'last' },
      cell: ({ row }) => <TargetCell org={org} attestation={row.original} />,
    }),
    ...onlyAcross(
      column({
        id: 'commit',
        header: 'Commit',
        meta: { hideOrder: 2, card: 'none' },
        cell: ({ row }) => <CommitCell org={org} attestation={row.original} />,
      }),
    ),
    personColumn<Attestation>(
      { id: 'reported_by', header: 'Reported by' },
      ({ reported_by }) => reported_by,
    ),
    timeColumn<Attestation>(
      { id: 'created', header: 'Created', meta: { card: 'end' } },
      ({ created_at }) => created_at,
    ),
  ])
}

const ofTrail = ({ flow_name, trail_name }: Attestation) => ({ flow: flow_name, trail: trail_name })

interface CellProps {
  org: string
  attestation: Attestation
}

/** Opens the attestation beside the trail it belongs to. */
function AttestationName({ org, attestation }: CellProps) {
  const { attestation_name, attestation_id, flow_name, trail_name } = attestation
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow: flow_name, trail: trail_name }}
      search={{ attestation_id }}
      data-row-link
      className="font-medium text-text hover:underline"
    >
      {attestation_name || <span className="text-muted">unnamed</span>}
    </Link>
  )
}

function TrailName({ org, attestation }: CellProps) {
  const { flow_name, trail_name } = attestation
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow: flow_name, trail: trail_name }}
      // On phones the whole card goes to this trail already.
      className="text-text hover:underline max-md:pointer-events-none"
    >
      {trail_name}
    </Link>
  )
}

/** Leads to all evidence of the commit. */
function CommitCell({ org, attestation }: CellProps) {
  const { git_commit } = attestation
  if (!git_commit) return emptyCell
  if (git_commit.length !== 40) return <CommitHash sha1={git_commit} />
  return (
    <Link
      to="/$org/attestations"
      params={{ org }}
      search={{ commit_list: [git_commit] }}
      aria-label={`Evidence of commit ${git_commit.slice(0, 7)}`}
      className="text-text hover:underline"
    >
      <CommitHash sha1={git_commit} />
    </Link>
  )
}

/** Target of an attestation: an artifact, artifacts that were still to come, or its trail. */
function TargetCell(props: {
  org: string
  attestation: Pick<Attestation, 'flow_name' | 'artifact_fingerprint' | 'target_artifacts'>
}) {
  const { flow_name, artifact_fingerprint, target_artifacts } = props.attestation
  if (artifact_fingerprint) {
    return <FingerprintLink org={props.org} flow={flow_name} value={artifact_fingerprint} />
  }
  if (target_artifacts?.length) return <span>{target_artifacts.join(', ')}</span>
  return <span className="zero text-muted">Trail</span>
}
