import type { ReportItem } from '#contract/environment/environment-report.ts'
import type { SnapshotArtifact } from '#contract/snapshot/snapshot.ts'

/** Instances of an artifact as snapshots show them. */
export type RunningDetail = Pick<
  SnapshotArtifact,
  'creationTimestamp' | 'pods' | 'ecs_context' | 'azure_context' | 'cloud_run_context'
>

/** A running artifact of a report: one entry for each name and fingerprint. */
export interface ReportedRunning {
  name: string
  /** `""` where the reporter could not resolve it. */
  fingerprint: string
  instance_count: number
  detail: RunningDetail
}

/** Returns the key of an artifact in an environment; unique, since a fingerprint has no space. */
export const runningKey = ({ name, fingerprint }: { name: string; fingerprint: string }) =>
  `${fingerprint} ${name}`

/** Returns the location of an instance, with the fields of its environment type. */
function contextOf(item: ReportItem): Omit<RunningDetail, 'creationTimestamp' | 'pods'> {
  if ('taskArn' in item) {
    const { taskArn, cluster_name, service_name } = item
    return {
      ecs_context: {
        task_arn: taskArn,
        cluster_name: cluster_name ?? '',
        service_name: service_name ?? '',
      },
    }
  }
  if ('app_name' in item) {
    const { app_name, app_kind, digests_source } = item
    return { azure_context: { app_name, app_kind, digests_source } }
  }
  if ('kind' in item) {
    const { kind, serviceName, revisionName, jobName } = item
    return {
      cloud_run_context: {
        kind,
        serviceName: serviceName ?? '',
        revisionName: revisionName ?? '',
        jobName: jobName ?? '',
      },
    }
  }
  return {}
}

function addPod(detail: RunningDetail, item: ReportItem): void {
  if (!('podName' in item)) return
  const { podName, namespace, creationTimestamp, owners } = item
  const pods = (detail.pods ??= {})
  // Names of pods are only unique in a namespace.
  const name = Object.hasOwn(pods, podName) ? `${namespace}/${podName}` : podName
  Object.defineProperty(pods, name, {
    value: { namespace, creationTimestamp, owners: owners ?? null },
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** Sorts instances, since the order of reporters varies. */
function inFixedOrder(items: readonly ReportItem[]): ReportItem[] {
  return items
    .map((item) => ({ item, text: JSON.stringify(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ item }) => item)
}

/** Groups a report's instances by artifact, sorted by name and fingerprint. */
export function artifactsOfReport(items: readonly ReportItem[]): ReportedRunning[] {
  const found = new Map<string, ReportedRunning>()
  for (const item of inFixedOrder(items)) {
    for (const [name, fingerprint] of Object.entries(item.digests ?? {})) {
      const key = runningKey({ name, fingerprint })
      let running = found.get(key)
      if (!running) {
        const detail = { creationTimestamp: [], pods: null, ...contextOf(item) }
        running = { name, fingerprint, instance_count: 0, detail }
        found.set(key, running)
      }
      running.instance_count += 1
      running.detail.creationTimestamp.push(item.creationTimestamp)
      addPod(running.detail, item)
    }
  }
  for (const { detail } of found.values()) detail.creationTimestamp.sort((a, b) => a - b)
  return [...found.values()].sort(byNameAndFingerprint)
}

/** Compares artifacts by name, then fingerprint, as bytes: their order in snapshots. */
function byNameAndFingerprint(
  a: { name: string; fingerprint: string },
  b: { name: string; fingerprint: string },
): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  if (a.fingerprint === b.fingerprint) return 0
  return a.fingerprint < b.fingerprint ? -1 : 1
}
