import * as z from 'zod/mini'

/** Types of places where artifacts run (specification 1), as they stand in a report's path. */
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

/** All types of environments: `logical` aggregates others. */
export const environmentTypes = [...physicalTypes, 'logical'] as const
export const environmentType = z.enum(environmentTypes)
export type EnvironmentType = z.output<typeof environmentType>
