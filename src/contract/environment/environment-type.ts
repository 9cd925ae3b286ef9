import * as z from 'zod/mini'

/** Types of environments that report (specification 1), as in the path of a report. */
export const physicalTypes = [
  'K8S',
  'ECS',
  'S3',
  'lambda',
  'server',
  'docker',
  'azure-apps',
  'cloud-run',
] as const
export type PhysicalType = (typeof physicalTypes)[number]

/** All types of environments; `logical` aggregates others. */
export const environmentTypes = [...physicalTypes, 'logical'] as const
export const environmentType = z.enum(environmentTypes)
export type EnvironmentType = z.output<typeof environmentType>
