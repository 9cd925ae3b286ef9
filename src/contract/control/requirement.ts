import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { maybe } from '#contract/common/fields.ts'
import { paged } from '#contract/common/pagination.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { controlListQuery, controlCoverage, controlResults } from './control-page.ts'

/** A requirement of a framework, and the controls that are tagged with it. */
const requirement = z.object({
  /** A tag's key, like `soc2`. */
  framework: z.string(),
  /** Value of the tag, like `CC8.1`. */
  requirement: z.string(),
  /**
   * Worst outcome of its controls; `partly_asked` too where some are asked and others are not, and
   * `not_asked` where none is.
   */
  outcome: z.enum(controlResults),
  controls: z.array(
    z.object({ identifier: z.string(), name: z.string(), coverage: controlCoverage }),
  ),
})
export type Requirement = z.output<typeof requirement>

/** Row of the export: a requirement and one of its controls. */
export interface RequirementControl extends Omit<Requirement, 'controls'> {
  control: Requirement['controls'][number]
}

/** Numbers of requirements by what they come to; each is counted once. */
const requirementCounts = z.object({
  /** All of their controls are asked of everything in scope, and pass by fresh evidence alone. */
  passing: z.int(),
  /** They pass, and some of it on evidence that is older than allowed. */
  expired: z.int(),
  /** The others that pass, and some of it only by an override or by an exception of a policy. */
  by_exception: z.int(),
  failing: z.int(),
  stale: z.int(),
  unknown: z.int(),
  partly_asked: z.int(),
  not_asked: z.int(),
})
export type RequirementCounts = z.output<typeof requirementCounts>

export const listRequirements = endpoint({
  name: 'listRequirements',
  method: 'GET',
  path: '/cairn/{org}/control-requirements',
  access: 'reader',
  query: z.extend(
    z.pick(controlListQuery, {
      page: true,
      per_page: true,
      search: true,
      tag: true,
      owner: true,
      archived: true,
    }),
    {
      /** Keys of tags; by default those whose values all look like requirement numbers. */
      framework: maybe(z.array(z.string())),
    },
  ),
  response: z.extend(paged(requirement), {
    /** Every tag key of the matching controls, and whether it is shown. */
    frameworks: z.array(
      z.object({
        name: z.string(),
        requirement_count: z.int(),
        is_shown: z.boolean(),
        /** Of all its requirements, whatever the page; null unless it is shown. */
        counts: z.nullable(requirementCounts),
      }),
    ),
  }),
})

export const exportRequirements = endpoint({
  name: 'exportRequirements',
  ...download,
  path: '/cairn/{org}/exports/control-requirements',
  access: 'reader',
  query: z.extend(z.omit(listRequirements.query, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const requirementTexts = {
  listRequirements: {
    summary:
      'List the requirements of frameworks that controls are tagged with, and whether those hold',
    description:
      'Returns one page of requirements, such as `CC8.1` of `soc2`, that tags of controls name, each with its controls and whether they hold, and counts of all by framework. Without `framework`, keys are taken whose values all look like numbers of requirements.',
  },
  exportRequirements: {
    summary:
      'Export the requirements that match with each of their controls, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each control of each requirement, by framework, with what both come to, what runs in the scope of the control, and how much of it was asked. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
