import type { EnvironmentType } from '#contract/environment/environment-type.ts'

/** Each type of environment in few words. */
const hints: Record<EnvironmentType, string> = {
  K8S: 'pods of a Kubernetes cluster or namespace',
  ECS: 'tasks of Amazon ECS',
  S3: 'the content of an S3 bucket',
  lambda: 'AWS Lambda functions',
  server: 'files and directories on a machine',
  docker: 'containers of a Docker host',
  'azure-apps': 'Azure web and function apps',
  'cloud-run': 'services and jobs of Google Cloud Run',
  logical: 'several of the others together',
}

/** The types to choose from. */
export const typeOptions = Object.entries(hints).map(([value, hint]) => ({
  value: value as EnvironmentType,
  label: value,
  hint,
}))

/** The types that something can run in. */
export const physicalOptions = typeOptions.filter(({ value }) => value !== 'logical')
