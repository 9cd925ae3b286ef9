import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RunningArtifact, RunningInstances } from '#contract/snapshot/snapshot-page.ts'
import { counted } from '#domain/common/counted.ts'
import { reportArtifactCall } from '#web/pipeline/report-artifact.ts'
import { VerdictLabel, verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { ArtifactFacts } from './artifact-facts.tsx'
import { instancesQuery } from './queries.ts'

/** Artifact beside the page: where it comes from, and where each instance runs. */
export default function InstancesDrawer(props: {
  org: string
  env: string
  /** The snapshot whose instances are shown. */
  index: number
  artifact: RunningArtifact
  steps: DrawerSteps
}) {
  const { org, env, index, artifact, steps } = props
  const { name, fingerprint, qualifiers, environment_name, provenance } = artifact
  const qualified = { verdict: verdictOfRunning(artifact.compliant), qualifiers }
  const instanceQuery = {
    artifact_name: name,
    artifact_fingerprint: fingerprint,
    member: environment_name,
  }
  // Those of one that exited are in the snapshot before.
  const at = artifact.now === 0 ? index - 1 : index
  const query = useQuery(instancesQuery(org, env, at, instanceQuery))
  return (
    <DrawerFrame
      title={name}
      steps={steps}
      meta={
        <>
          <VerdictLabel {...qualified} />
          {artifact.now > 0 && (
            <WhyLink
              of={fingerprint || name}
              name={whyTitle(name, qualified)}
              {...(environment_name !== undefined && { page: { org, env: environment_name } })}
              className="text-table max-md:-my-3 max-md:py-3"
            />
          )}
        </>
      }
    >
      <ArtifactFacts org={org} env={env} artifact={artifact} />
      {!provenance && (
        <section aria-label="Provenance" className="grid gap-2 text-table">
          <h3 className="font-semibold">No provenance</h3>
          <p>
            No flow has reported how this was built
            {fingerprint === '' && ', and the environment could not report its fingerprint'}. Report
            the build, and it is known here at once:
          </p>
          <ReportBuild org={org} artifact={artifact} />
        </section>
      )}
      {query.data && <InstancesView instances={query.data} />}
      {query.data && artifact.now > 0 && query.data.created_at.length !== artifact.now && (
        <p className="text-table text-muted">
          The last report counts {artifact.now}: one that changes only numbers keeps no details.
        </p>
      )}
      {query.isPending && <SkeletonRows rows={2} />}
      {query.isError && !query.data && <LoadFailed what="The instances" onRetry={query.refetch} />}
    </DrawerFrame>
  )
}

/** More than these nobody reads one by one. */
const max = 100

/** Where each instance runs, in the words of its type of environment. */
export function InstancesView(props: { instances: RunningInstances }) {
  const { instances } = props
  const { created_at, pods, ecs_context, azure_context, cloud_run_context } = instances
  const entries = pods ? Object.entries(pods) : []
  return (
    <section aria-label="Instances" className="grid gap-3 text-table">
      <h3 className="font-semibold">{counted(created_at.length, 'instance')}</h3>
      {ecs_context && (
        <Context
          facts={[
            ['Cluster', ecs_context.cluster_name],
            ['Service', ecs_context.service_name],
            ['Task', ecs_context.task_arn],
          ]}
        />
      )}
      {azure_context && (
        <Context
          facts={[
            ['App', azure_context.app_name],
            ['Kind', azure_context.app_kind],
            ['Digests from', azure_context.digests_source],
          ]}
        />
      )}
      {cloud_run_context && (
        <Context
          facts={[
            ['Kind', cloud_run_context.kind],
            ['Service', cloud_run_context.serviceName],
            ['Revision', cloud_run_context.revisionName],
            ['Job', cloud_run_context.jobName],
          ]}
        />
      )}
      <ul className="divide-y divide-line rounded-base border border-line">
        {pods
          ? entries.slice(0, max).map(([name, pod]) => (
              <Instance key={name} at={pod.creationTimestamp} name={name}>
                {[pod.namespace, ...(pod.owners ?? []).map(ownerLabel)].filter(Boolean).join(' · ')}
              </Instance>
            ))
          : created_at
              .slice(0, max)
              .map((at, index) => <Instance key={index} at={at} name={`Instance ${index + 1}`} />)}
      </ul>
      {created_at.length > max && (
        <p className="text-muted">
          The first {max} of {created_at.length}; the raw JSON has all.
        </p>
      )}
    </section>
  )
}

const ownerLabel = ({
  kind,
  name,
}: {
  kind?: string | null | undefined
  name?: string | null | undefined
}) => [kind, name].filter(Boolean).join(' ')

/** Facts that the reporter has given. */
function Context(props: { facts: [label: string, text: string][] }) {
  return (
    <DescriptionList>
      {props.facts
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <DescriptionItem key={label} label={label}>
            {text}
          </DescriptionItem>
        ))}
    </DescriptionList>
  )
}

function Instance(props: { name: string; at: number; children?: ReactNode }) {
  return (
    <li className="px-3 py-2">
      <span className="flex justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{props.name}</span>
        <span className="shrink-0 text-muted">
          <TimeAgo at={props.at} />
        </span>
      </span>
      {props.children && <span className="block wrap-anywhere text-muted">{props.children}</span>}
    </li>
  )
}

/** The call that reports the build of what runs without provenance. */
export function ReportBuild(props: { org: string; artifact: RunningArtifact }) {
  const { name, fingerprint } = props.artifact
  return <CallBox call={reportArtifactCall(props.org, { filename: name, fingerprint })} />
}
