import {
  reportAzureApps,
  reportCloudRun,
  reportDocker,
  reportEcs,
  reportK8s,
  reportLambda,
  reportS3,
  reportServer,
} from '#contract/environment/environment-report.ts'
import { putEnvironment } from '#contract/environment/environment.ts'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import { curl, jsonVariable, variable } from '#web/api/curl.ts'
import { type CliFlags, cliCommand } from './reporter-cli.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'

const artifacts = jsonVariable('ARTIFACTS', 'everything that runs as JSON')

type ReportEndpoint =
  | typeof reportAzureApps
  | typeof reportCloudRun
  | typeof reportDocker
  | typeof reportEcs
  | typeof reportK8s
  | typeof reportLambda
  | typeof reportS3
  | typeof reportServer

/** How a type is reported: by the command of the reporter CLI that looks what runs, or by a call. */
const reports: Record<
  PhysicalType,
  { endpoint: ReportEndpoint; command: string; flags: CliFlags }
> = {
  K8S: { endpoint: reportK8s, command: 'k8s', flags: {} },
  ECS: {
    endpoint: reportEcs,
    command: 'ecs',
    flags: { clusters: variable('CLUSTERS', 'names of the clusters') },
  },
  'azure-apps': {
    endpoint: reportAzureApps,
    command: 'azure',
    flags: {
      'azure-resource-group-name': variable('RESOURCE_GROUP', 'name of the resource group'),
      'azure-subscription-id': variable('SUBSCRIPTION', 'id of the subscription'),
      'azure-tenant-id': variable('TENANT', 'id of the tenant'),
      'azure-client-id': variable('CLIENT_ID', 'id of the client'),
      'azure-client-secret': variable('CLIENT_SECRET', 'secret of the client'),
    },
  },
  'cloud-run': {
    endpoint: reportCloudRun,
    command: 'cloud-run',
    flags: {
      project: variable('PROJECT', 'id of the project'),
      region: variable('REGION', 'region, such as europe-west1'),
    },
  },
  S3: { endpoint: reportS3, command: 's3', flags: { bucket: variable('BUCKET', 'its name') } },
  lambda: { endpoint: reportLambda, command: 'lambda', flags: {} },
  docker: { endpoint: reportDocker, command: 'docker', flags: {} },
  server: {
    endpoint: reportServer,
    command: 'path',
    flags: {
      name: variable('NAME', 'name of the artifact'),
      path: variable('ARTIFACT', 'its file or folder'),
    },
  },
}

/** The call that creates an environment. */
export const createEnvironmentCall = (
  org: string,
  name: string,
  type: PhysicalType,
): PipelineCall => ({
  cli: cliCommand(org, ['create', 'environment', name], { type }),
  curl: curl(putEnvironment, { params: { org }, body: { name, type } }),
})

/** The call that reports what runs in an environment of a type. */
export function reportCall(org: string, env_name: string, type: PhysicalType): PipelineCall {
  const { endpoint, command, flags } = reports[type]
  return {
    cli: cliCommand(org, ['snapshot', command, env_name], flags),
    curl: curl(endpoint, { params: { org, env_name }, body: { artifacts } }),
  }
}
