import * as z from 'zod/mini'
import { maybe } from '#contract/common/fields.ts'

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

/** Criteria that select records by their tags and names; all must match. */
const byTagsAndName = {
  /** A key, or `key:value`; all must match. */
  tags: maybe(z.array(z.string().check(z.maxLength(512))).check(z.maxLength(20))),
  /** A name with `*` as a wildcard. */
  name_pattern: maybe(z.string().check(z.maxLength(255))),
}

/** Selects environments; all criteria must match. */
export const environmentSelector = z.object({
  ...byTagsAndName,
  types: maybe(z.array(environmentType).check(z.maxLength(20))),
})
export type EnvironmentSelector = z.output<typeof environmentSelector>

/** Selects flows; all criteria must match. */
export const flowSelector = z.object(byTagsAndName)
export type FlowSelector = z.output<typeof flowSelector>
