import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Unlink } from 'lucide-react'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import type { QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import { CauseBeside } from '#web/domain-ui/cause-beside.tsx'
import { commitColumn, fingerprintColumn } from '#web/domain-ui/columns.tsx'
import { ImageName } from '#web/domain-ui/fingerprint.tsx'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { changeLabel } from './labels.ts'

/** Where the rows stand. */
export interface EnvironmentScope {
  org: string
  env: string
}

/** Columns of what runs; of a snapshot also how it differs from the one before. */
export function artifactColumns(
  { org, env }: EnvironmentScope,
  isStale: (artifact: RunningArtifact) => boolean,
  withChange: boolean,
  /** Where most of the images are kept, which is said elsewhere. */
  registry: string | null,
) {
  return columnsOf<RunningArtifact>((column) => [
    column({
      id: 'name',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => <ArtifactName artifact={row.original} registry={registry} />,
    }),
    column({
      id: 'verdict',
      header: 'Verdict',
      cell: ({ row }) => (
        <ArtifactVerdict
          org={org}
          env={env}
          isStale={isStale(row.original)}
          artifact={row.original}
        />
      ),
    }),
    ...(withChange
      ? [
          column({
            id: 'change',
            header: 'Change',
            cell: ({ row: { original } }) => (
              <span className={clsx(original.change === 'unchanged' && 'text-muted')}>
                {changeLabel(original)}
              </span>
            ),
          }),
        ]
      : []),
    fingerprintColumn<RunningArtifact>(
      org,
      ({ fingerprint, provenance }) => ({ value: fingerprint, flow: provenance?.flow_name }),
      { hideOrder: 2 },
    ),
    column({
      id: 'flow',
      header: 'Flow',
      meta: { hideOrder: 3, card: 'none' },
      cell: ({ row }) => <FlowName org={org} artifact={row.original} />,
    }),
    commitColumn<RunningArtifact>(
      ({ provenance }) =>
        provenance && {
          sha1: provenance.git_commit,
          url: provenance.commit_url,
          message: [provenance.commit_message, provenance.commit_author].filter(Boolean).join('\n'),
          // Registries want the room.
          author: null,
        },
      { hideOrder: 1, card: 'none' },
    ),
    column({
      id: 'since',
      header: 'Since',
      meta: { isNumber: true, hideOrder: 5 },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments/$env/snapshots/$snapshot"
          params={{
            org,
            env: original.environment_name ?? env,
            snapshot: String(original.started_index),
          }}
          title={`Since snapshot #${original.started_index}`}
          className="text-inherit hover:underline"
        >
          <TimeAgo at={original.started_at} />
        </Link>
      ),
    }),
    column({
      id: 'instances',
      header: withChange ? 'Instances at its start' : 'Instances now',
      meta: { isNumber: true, hideOrder: 4 },
      cell: ({ row: { original } }) => (
        <span className={original.now === 0 ? 'text-muted' : ''}>
          {original.now}
          <span className="md:hidden"> {original.now === 1 ? 'instance' : 'instances'}</span>
        </span>
      ),
    }),
  ])
}

/** Why it does not comply, in one line. */
function brokenText({ failing_policies }: RunningArtifact): string {
  return failing_policies.length > 0 ? `fails ${failing_policies.join(', ')}` : 'no fingerprint'
}

/** The name opens where it runs, beside the page. */
function ArtifactName(props: { artifact: RunningArtifact; registry: string | null }) {
  const { name, fingerprint, environment_name } = props.artifact
  return (
    <Link
      to="."
      search={(search: object) => ({
        ...search,
        artifact_name: name,
        artifact_fingerprint: fingerprint || undefined,
        member: environment_name,
        why: undefined,
      })}
      resetScroll={false}
      data-row-link
      title={name}
      className="block min-w-0 truncate font-medium text-text hover:underline"
    >
      <ImageName name={name} registry={props.registry} />
    </Link>
  )
}

function ArtifactVerdict(
  props: EnvironmentScope & { artifact: RunningArtifact; isStale: boolean },
) {
  const { org, env, isStale, artifact } = props
  const { compliant, provenance, qualifiers } = artifact
  const qualified = { verdict: verdictOfRunning(compliant), qualifiers, isStale }
  return (
    <span data-verdict-cell className="flex min-w-0 items-center gap-1.5 max-md:flex-wrap">
      <VerdictLabel {...qualified} />
      {compliant === false && (
        <CauseBeside title={brokenText(artifact)}>{brokenText(artifact)}</CauseBeside>
      )}
      {!provenance && (
        <span
          className="inline-flex text-muted"
          title="No provenance: no flow has reported how this was built"
        >
          <Icon of={Unlink} small />
          <span className="sr-only">, no provenance</span>
        </span>
      )}
      <RowWhy org={org} env={env} artifact={artifact} qualified={qualified} />
    </span>
  )
}

/** Why it has its verdict; of what exited nobody asks here. */
function RowWhy(
  props: EnvironmentScope & { artifact: RunningArtifact; qualified: QualifiedVerdict },
) {
  const { org, env, artifact, qualified } = props
  const { name, fingerprint, environment_name, now } = artifact
  if (now === 0) return null
  return (
    <WhyLink
      of={fingerprint || name}
      name={whyTitle(name, qualified)}
      {...(environment_name !== undefined && environment_name !== env
        ? { page: { org, env: environment_name } }
        : {})}
      inRow
      isQuiet={qualified.verdict === 'compliant'}
    />
  )
}

function FlowName(props: { org: string; artifact: RunningArtifact }) {
  const { provenance } = props.artifact
  if (!provenance) return <span className="text-muted">none</span>
  const { flow_name, flow_count } = provenance
  return (
    <span className="flex min-w-0 gap-1.5">
      <Link
        to="/$org/flows/$flow"
        params={{ org: props.org, flow: flow_name }}
        title={flow_name}
        className="min-w-0 truncate text-text hover:underline"
      >
        {flow_name}
      </Link>
      {flow_count > 1 && (
        <span className="shrink-0 text-muted" title={`In ${flow_count} flows, here first`}>
          +{flow_count - 1}
        </span>
      )}
    </span>
  )
}
