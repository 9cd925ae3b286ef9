import * as z from 'zod/mini'
import { maybe, ok, patterns } from './common.ts'
import { endpoint } from './endpoint.ts'
import type { PhysicalType } from './environment-type.ts'

/** Name of an artifact → its SHA-256; `""` where the reporter could not resolve it. */
const digests = z.record(
  z.string().check(z.minLength(1)),
  z.union([z.literal(''), z.string().check(z.regex(patterns.fingerprint))]),
)

/** What every reported item has: one running instance with one or more artifacts (wire.md 14). */
const instance = { digests, creationTimestamp: z.int() }

const owner = z.looseObject({
  apiVersion: maybe(z.string()),
  kind: maybe(z.string()),
  name: maybe(z.string()),
  uid: maybe(z.string()),
  controller: maybe(z.boolean()),
  blockOwnerDeletion: maybe(z.boolean()),
})

const plain = z.object(instance)
const k8s = z.object({
  podName: z.string(),
  namespace: z.string(),
  ...instance,
  owners: maybe(z.array(owner)),
})
const ecs = z.object({
  taskArn: z.string(),
  cluster_name: maybe(z.string()),
  service_name: maybe(z.string()),
  ...instance,
})
const azureApps = z.object({
  app_name: z.string(),
  app_kind: z.string(),
  digests_source: z.enum(['acr', 'logs']),
  ...instance,
})
const cloudRun = z.object({
  ...instance,
  kind: z.string(),
  serviceName: maybe(z.string()),
  revisionName: maybe(z.string()),
  jobName: maybe(z.string()),
})

/** Where an artifact of a snapshot ran, as far as its type of environment tells (wire.md 15.3). */
export const instanceContext = {
  pods: z.nullable(
    z.record(
      z.string(),
      z.object({
        namespace: z.string(),
        creationTimestamp: z.int(),
        owners: z.nullable(z.array(owner)),
      }),
    ),
  ),
  ecs_context: z.optional(
    z.object({ task_arn: z.string(), cluster_name: z.string(), service_name: z.string() }),
  ),
  azure_context: z.optional(
    z.object({ app_name: z.string(), app_kind: z.string(), digests_source: z.string() }),
  ),
  cloud_run_context: z.optional(
    z.object({
      kind: z.string(),
      serviceName: z.string(),
      revisionName: z.string(),
      jobName: z.string(),
    }),
  ),
}

/** One running instance of a type of environment, as its reporter describes it. */
export type ReportItem =
  | z.output<typeof k8s>
  | z.output<typeof ecs>
  | z.output<typeof azureApps>
  | z.output<typeof cloudRun>
  | z.output<typeof plain>

const report = <const Type extends PhysicalType, Item extends z.ZodMiniType<ReportItem>>(
  type: Type,
  item: Item,
) =>
  endpoint({
    method: 'PUT',
    path: `/environments/{org}/{env_name}/report/${type}`,
    access: 'snapshotter',
    body: { kind: 'json', schema: z.object({ artifacts: maybe(z.array(item)) }) },
    response: ok,
    status: [201, 200],
    summary: `Report what runs in an environment of type ${type}: 201 when that made a snapshot`,
    decided: 'wire.md 14',
  })

export const reportK8s = report('K8S', k8s)
export const reportEcs = report('ECS', ecs)
export const reportS3 = report('S3', plain)
export const reportLambda = report('lambda', plain)
export const reportServer = report('server', plain)
export const reportDocker = report('docker', plain)
export const reportAzureApps = report('azure-apps', azureApps)
export const reportCloudRun = report('cloud-run', cloudRun)
