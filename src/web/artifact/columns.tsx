import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ArtifactOfFlow } from '#contract/artifact/artifact.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { fingerprintColumn, timeColumn, verdictColumn } from '#web/domain-ui/columns.tsx'
import { RunningIn } from '#web/domain-ui/running-in.tsx'
import { verdictOfState } from '#web/domain-ui/verdict.tsx'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'

/**
 * Columns of a flow's artifacts. Where all share a name, which stands above them, rows begin with
 * their versions.
 */
export const artifactColumns = (
  org: string,
  isNameShared: boolean,
  renderCommit: (artifact: ArtifactOfFlow) => ReactNode,
) =>
  columnsOf<ArtifactOfFlow>((column) => [
    column({
      id: 'name',
      header: isNameShared ? 'Version' : 'Artifact',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <NameLink org={org} artifact={original} isNameShared={isNameShared} />
      ),
    }),
    verdictColumn<ArtifactOfFlow>(
      ({ state, qualifiers, filename, flow_name: flow, fingerprint, artifact_id }) => ({
        verdict: verdictOfState[state],
        qualifiers,
        of: 'artifact',
        subject: filename,
        page: { org, flow, fingerprint, artifact_id },
      }),
    ),
    column({
      id: 'because_of',
      header: 'Because of',
      meta: { shrinksTo: 224, grows: true, card: 'below' },
      cell: ({ row: { original } }) => <BecauseOf org={org} artifact={original} />,
    }),
    column({
      id: 'runs_in',
      header: 'Runs in',
      cell: ({ row: { original } }) => <RunningIn org={org} environments={original.running_in} />,
    }),
    column({
      id: 'commit',
      header: 'Commit',
      meta: { hideOrder: 2, shrinksTo: 140, card: 'none' },
      cell: ({ row: { original } }) => renderCommit(original),
    }),
    fingerprintColumn<ArtifactOfFlow>(org, ({ fingerprint }) => ({
      value: fingerprint,
      flow: null,
    })),
    column({
      id: 'trail',
      header: 'Trail',
      meta: { hideOrder: 3, card: 'none', isExtra: true },
      cell: ({ row: { original } }) => <TrailName org={org} artifact={original} />,
    }),
    timeColumn<ArtifactOfFlow>(
      { id: 'built', header: 'Built', meta: { card: 'end' } },
      ({ created_at }) => created_at,
    ),
  ])

interface CellProps {
  org: string
  artifact: ArtifactOfFlow
}

function NameLink({ org, artifact, isNameShared }: CellProps & { isNameShared: boolean }) {
  const { filename, fingerprint, flow_name: flow, template_reference_name: reportedAs } = artifact
  const { name, version } = partsOfArtifactName(filename)
  return (
    <span className="flex min-w-0 items-baseline gap-2 max-md:flex-wrap">
      <Link
        to="/$org/flows/$flow/artifacts/$fingerprint"
        params={{ org, flow, fingerprint }}
        search={{ artifact_id: artifact.artifact_id }}
        data-row-link
        title={filename}
        className="max-w-full shrink-0 truncate font-medium text-text hover:underline"
      >
        {isNameShared ? (
          <>
            <span className="sr-only">{name} </span>
            {version}
          </>
        ) : (
          <ArtifactName filename={filename} />
        )}
      </Link>
      {reportedAs && reportedAs !== name && (
        <span data-spare className="min-w-0 truncate text-muted">
          {reportedAs}
        </span>
      )}
    </span>
  )
}

/** The slot that decides, with what its evidence found; it opens beside the artifact. */
function BecauseOf({ org, artifact }: CellProps) {
  const { because_of: slot, fingerprint, flow_name: flow, artifact_id } = artifact
  const found = useEvidenceSummary(slot?.attestation_id ?? null)?.summary
  if (!slot) return null
  const { attestation_name: name, attestation_id } = slot
  const said = attestation_id === null ? `${name} missing` : found ? `${name}: ${found}` : name
  const text = slot.more > 0 ? `${said}, and ${slot.more} more` : said
  return (
    <>
      <Link
        to="/$org/flows/$flow/artifacts/$fingerprint"
        params={{ org, flow, fingerprint }}
        search={{ artifact_id, ...(attestation_id !== null && { attestation_id }) }}
        title={text}
        className="block truncate text-text underline md:min-w-56 decoration-line-strong underline-offset-3 hover:decoration-current max-md:-my-2.5 max-md:py-2.5 max-md:whitespace-normal"
      >
        {text}
      </Link>
      {/* Columns are measured before it is known what the evidence found: the room for most of that. */}
      <span data-spare aria-hidden="true" className="block w-72" />
    </>
  )
}

function TrailName({ org, artifact }: CellProps) {
  const { flow_name: flow, trail_name: trail } = artifact
  if (trail === null) return <span className="text-muted">–</span>
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail"
      params={{ org, flow, trail }}
      title={trail}
      className="text-text hover:underline"
    >
      {trail}
    </Link>
  )
}
