import type { ReportItem } from '#contract/environment/environment-report.ts'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import type { DemoEnvironment } from './demo-environment.ts'
import type { RunningState } from './running-history.ts'

/** One running instance, independent of the type of environment. */
interface Instance {
  environment: DemoEnvironment
  service: string
  namespace: string
  isJob: boolean
  isForeign: boolean
  isResolved: boolean
  /** The same for instances of one build. */
  revision: Random
  own: Random
  common: Pick<ReportItem, 'digests' | 'creationTimestamp'>
}

const plain = ({ common }: Instance) => common
const letters = [...'bcdfghjklmnpqrstvwxz2456789']
const suffix = (random: Random, length: number) =>
  Array.from({ length }, () => random.pick(letters)).join('')

function uid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-')
}

function pod({
  service,
  namespace,
  isJob,
  isForeign,
  revision,
  own,
  common,
}: Instance): ReportItem {
  const set = isForeign ? service : `${service}-${suffix(revision, 10)}`
  const kind = isForeign ? 'DaemonSet' : isJob ? 'Job' : 'ReplicaSet'
  const apiVersion = isJob ? 'batch/v1' : 'apps/v1'
  const by = { controller: true, blockOwnerDeletion: true }
  return {
    podName: `${set}-${suffix(own, 5)}`,
    namespace,
    ...common,
    owners: [{ apiVersion, kind, name: set, uid: uid(revision), ...by }],
  }
}

const task = ({ environment, service, own, common }: Instance): ReportItem => ({
  taskArn: `arn:aws:ecs:eu-west-1:402837561190:task/${environment.name}/${own.hex(32)}`,
  cluster_name: environment.name,
  service_name: service,
  ...common,
})

const app = ({ service, isResolved, common }: Instance): ReportItem => ({
  app_name: service,
  app_kind: 'app,linux,container',
  digests_source: isResolved ? 'acr' : 'logs',
  ...common,
})

function revisionOf({ service, isJob, revision, common }: Instance): ReportItem {
  if (isJob) return { kind: 'job', jobName: service, ...common }
  const revisionName = `${service}-${revision.between(10_000, 99_999)}-${suffix(revision, 3)}`
  return { kind: 'service', serviceName: service, revisionName, ...common }
}

/**
 * Description of an instance by a type's reporter, and whether it names artifacts after their
 * images.
 */
const reporters: Record<
  PhysicalType,
  { describe: (instance: Instance) => ReportItem; hasImages: boolean }
> = {
  K8S: { describe: pod, hasImages: true },
  ECS: { describe: task, hasImages: true },
  S3: { describe: plain, hasImages: false },
  lambda: { describe: plain, hasImages: false },
  server: { describe: plain, hasImages: false },
  docker: { describe: plain, hasImages: true },
  'azure-apps': { describe: app, hasImages: true },
  'cloud-run': { describe: revisionOf, hasImages: true },
}

/** Items of a report of an environment. */
export function itemsOf(
  environment: DemoEnvironment,
  running: readonly RunningState[],
): ReportItem[] {
  const { describe, hasImages } = reporters[environment.type]
  const sidecars = Object.fromEntries(
    running.flatMap(({ what }) => ('isSidecar' in what ? [[what.name, digestOf(what.name)]] : [])),
  )
  return running.flatMap(({ what, build, instances }) => {
    if (!('as' in what)) {
      if (what.isSidecar) return []
      const digests = { [what.name]: what.isUnresolved ? '' : digestOf(what.name) }
      const service = what.name.replace(/.*\//, '').replace(/:.*/, '')
      return instances.map((creationTimestamp, number) =>
        describe({
          environment,
          service,
          namespace: 'platform',
          isJob: false,
          isForeign: true,
          isResolved: !what.isUnresolved,
          revision: randomOf(`${environment.name} ${what.name}`),
          own: randomOf(`${environment.name} ${what.name} ${number}`),
          common: { digests, creationTimestamp },
        }),
      )
    }
    const { filename, fingerprint } = (build?.report ?? {}) as Record<string, string>
    return what.as.flatMap((service) =>
      instances.map((creationTimestamp, number) => {
        const name = `${environment.name} ${service} ${fingerprint}`
        return describe({
          environment,
          service,
          namespace: build?.team ?? '',
          isJob: what.isJob ?? false,
          isForeign: false,
          isResolved: true,
          revision: randomOf(name),
          own: randomOf(`${name} ${number} ${creationTimestamp}`),
          common: {
            digests: { [(hasImages && filename) || service]: fingerprint ?? '', ...sidecars },
            creationTimestamp,
          },
        })
      }),
    )
  })
}

/** The fingerprint of an artifact that no flow has built. */
export const digestOf = (name: string) => randomOf(name).hex(64)
