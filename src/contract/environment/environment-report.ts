import * as z from 'zod/mini'
import { listOrNull, longName, maybe, ok, patterns, record } from '#contract/common/fields.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import type { PhysicalType } from './environment-type.ts'

/** SHA-256 by artifact name; `""` where the reporter could not resolve it. */
const digests = record(
  longName.check(z.minLength(1)),
  z.union([z.literal(''), z.string().check(z.regex(patterns.fingerprint))]),
)

/** Fields of every reported item: one running instance with one or more artifacts. */
const instance = { digests: z.nullable(digests), creationTimestamp: z.int() }

const owner = z.looseObject({
  apiVersion: maybe(longName),
  kind: maybe(longName),
  name: maybe(longName),
  uid: maybe(longName),
  controller: maybe(z.boolean()),
  blockOwnerDeletion: maybe(z.boolean()),
})

const plain = z.object(instance)
const k8s = z.object({
  podName: longName,
  namespace: longName,
  ...instance,
  owners: maybe(z.array(owner)),
})
const ecs = z.object({
  taskArn: longName,
  cluster_name: maybe(longName),
  service_name: maybe(longName),
  ...instance,
})
const azureApps = z.object({
  app_name: longName,
  app_kind: longName,
  digests_source: z.enum(['acr', 'logs']),
  ...instance,
})
const cloudRun = z.object({
  ...instance,
  kind: longName,
  serviceName: maybe(longName),
  revisionName: maybe(longName),
  jobName: maybe(longName),
})

/** Locations of a running artifact, as far as reports of its environment type contain them. */
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

/** A running instance as the reporter of its environment type describes it. */
export type ReportItem =
  | z.output<typeof k8s>
  | z.output<typeof ecs>
  | z.output<typeof azureApps>
  | z.output<typeof cloudRun>
  | z.output<typeof plain>

const report = <
  const Name extends string,
  const Type extends PhysicalType,
  Item extends z.ZodMiniType<ReportItem>,
>(
  name: Name,
  type: Type,
  item: Item,
) =>
  endpoint({
    name,
    method: 'PUT',
    path: `/environments/{org}/{env_name}/report/${type}`,
    access: 'snapshotter',
    body: {
      kind: 'json',
      schema: z.object({ artifacts: listOrNull(item) }),
      repeats: { member: 'artifacts', item },
    },
    response: ok,
    status: [201, 200],
  })

export const reportK8s = report('reportK8s', 'K8S', k8s)

export const reportEcs = report('reportEcs', 'ECS', ecs)

export const reportS3 = report('reportS3', 'S3', plain)

export const reportLambda = report('reportLambda', 'lambda', plain)

export const reportServer = report('reportServer', 'server', plain)

export const reportDocker = report('reportDocker', 'docker', plain)

export const reportAzureApps = report('reportAzureApps', 'azure-apps', azureApps)

export const reportCloudRun = report('reportCloudRun', 'cloud-run', cloudRun)

const textOf = (type: PhysicalType, description: string) => ({
  summary: `Report what runs in an environment of type ${type}: 201 when that made a snapshot`,
  description,
})

/** Texts of these endpoints in the API reference. */
export const environmentReportTexts = {
  reportK8s: textOf(
    'K8S',
    'Sends the complete list of running pods with the SHA-256 of their images; null counts as an empty list. A snapshot is made only if the set of artifact names and fingerprints differs from the latest one, and answered with 201; else the answer is 200. A logical environment, and one of another type, is refused with 400.',
  ),
  reportEcs: textOf(
    'ECS',
    'Sends the complete list of running tasks with the SHA-256 of their images; null counts as an empty list. It answers 201 if the set of artifacts changed and a snapshot was made, else 200.',
  ),
  reportS3: textOf(
    'S3',
    'Sends the SHA-256 of the content of the bucket. It answers 201 if the content changed and a snapshot was made, else 200.',
  ),
  reportLambda: textOf(
    'lambda',
    'Sends the complete list of functions with the SHA-256 of their code; null counts as an empty list. It answers 201 if a function appeared, went or changed and a snapshot was made, else 200.',
  ),
  reportServer: textOf(
    'server',
    'Sends the SHA-256 of the files or folders that are watched on a server. It answers 201 if one of them changed and a snapshot was made, else 200.',
  ),
  reportDocker: textOf(
    'docker',
    'Sends the complete list of running containers with the SHA-256 of their images; null counts as an empty list. It answers 201 if the set of images changed and a snapshot was made, else 200.',
  ),
  reportAzureApps: textOf(
    'azure-apps',
    'Sends the complete list of Azure web and function apps with the SHA-256 of what they run, from the registry or from logs. It answers 201 if the set of artifacts changed and a snapshot was made, else 200.',
  ),
  reportCloudRun: textOf(
    'cloud-run',
    'Sends the complete list of Cloud Run services and jobs with the SHA-256 of their images. It answers 201 if the set of artifacts changed and a snapshot was made, else 200.',
  ),
} satisfies EndpointTexts
