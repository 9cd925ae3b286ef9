import type { ReactNode } from 'react'
import type { RunningInstances } from '#contract/snapshot/snapshot-page.ts'
import { plural } from '../ui/plural.ts'
import { DescriptionItem, DescriptionList } from '../ui/pairs.tsx'
import { TimeAgo } from '../ui/time.tsx'

/** More than these nobody reads one by one. */
const max = 100

/** Where each instance runs, in the words of its type of environment. */
export function InstancesView(props: { instances: RunningInstances }) {
  const { instances } = props
  const { created_at, pods, ecs_context, azure_context, cloud_run_context } = instances
  const told = pods ? Object.entries(pods) : []
  return (
    <section aria-label="Instances" className="grid gap-3 text-table">
      <h3 className="font-semibold">{plural(created_at.length, 'instance')}</h3>
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
          ? told.slice(0, max).map(([name, pod]) => (
              <Instance key={name} at={pod.creationTimestamp} name={name}>
                {[pod.namespace, ...(pod.owners ?? []).map(ownerLabels)]
                  .filter(Boolean)
                  .join(' · ')}
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

const ownerLabels = ({
  kind,
  name,
}: {
  kind?: string | null | undefined
  name?: string | null | undefined
}) => [kind, name].filter(Boolean).join(' ')

/** What a reporter left out says nothing. */
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
