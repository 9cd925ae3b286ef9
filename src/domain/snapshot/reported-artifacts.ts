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
  // Without a prototype any name of a pod is a member like the others.
  const pods = (detail.pods ??= Object.create(null) as NonNullable<RunningDetail['pods']>)
  // Names of pods are only unique in a namespace.
  const name = podName in pods ? `${namespace}/${podName}` : podName
  pods[name] = { namespace, creationTimestamp, owners: owners ?? null }
}

/** Sorts instances, since the order of reporters varies. */
function inFixedOrder(items: readonly ReportItem[]): readonly ReportItem[] {
  return items
    .map((item) => ({ item, text: JSON.stringify(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ item }) => item)
}

/** Groups a report's instances by artifact, sorted by name and fingerprint. */
export function artifactsOfReport(items: readonly ReportItem[]): ReportedRunning[] {
  const found = new Map<string, { first: ReportedRunning; instances: ReportItem[] }>()
  for (const item of items) {
    for (const { key, running } of artifactsOfInstance(item)) {
      const known = found.get(key)
      if (known) known.instances.push(item)
      else found.set(key, { first: running, instances: [item] })
    }
  }
  return Array.from(found.values(), ({ first, instances }) =>
    instances.length === 1
      ? first
      : {
          ...first,
          instance_count: instances.length,
          detail: detailOf(inFixedOrder(instances)),
        },
  ).sort(byNameAndFingerprint)
}

type Keyed = readonly { key: string; running: ReportedRunning }[]

/** Artifacts of single instances: those that are reported again unchanged may be the same objects. */
const artifactsAlone = new WeakMap<ReportItem, Keyed>()

/** The artifacts of an instance, each as if it ran nowhere else. */
function artifactsOfInstance(item: ReportItem): Keyed {
  let artifacts = artifactsAlone.get(item)
  if (!artifacts) {
    const detail = detailOf([item])
    artifacts = Object.entries(item.digests ?? {}).map(([name, fingerprint]) => ({
      key: runningKey({ name, fingerprint }),
      running: { name, fingerprint, instance_count: 1, detail },
    }))
    artifactsAlone.set(item, artifacts)
  }
  return artifacts
}

function detailOf(instances: readonly ReportItem[]): RunningDetail {
  const times = instances.map(({ creationTimestamp }) => creationTimestamp).sort((a, b) => a - b)
  const [first] = instances
  const detail: RunningDetail = {
    creationTimestamp: times,
    pods: null,
    ...(first && contextOf(first)),
  }
  for (const item of instances) addPod(detail, item)
  return detail
}

/** Compares artifacts by name, then fingerprint, as bytes: their order in snapshots. */
export function byNameAndFingerprint(
  a: { name: string; fingerprint: string },
  b: { name: string; fingerprint: string },
): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  if (a.fingerprint === b.fingerprint) return 0
  return a.fingerprint < b.fingerprint ? -1 : 1
}

/** The part of an environment that a fingerprint belongs to: `""` for an unresolved one. */
export const partOf = (fingerprint: string): string => fingerprint.slice(0, 2)

/**
 * Divides the artifacts of a report by fingerprint into at most 257 parts of similar sizes, each in
 * the order of the report.
 */
export function partsOfReport(
  reported: readonly ReportedRunning[],
): ReadonlyMap<string, readonly ReportedRunning[]> {
  const parts = new Map<string, ReportedRunning[]>()
  for (const running of reported) {
    const part = partOf(running.fingerprint)
    const others = parts.get(part)
    if (others) others.push(running)
    else parts.set(part, [running])
  }
  return parts
}
