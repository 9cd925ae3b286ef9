import * as z from 'zod/mini'

/** What a list across flows shows of archived flows: nothing, the same as of others, or that alone. */
export const archivedChoices = ['exclude', 'include', 'only'] as const
export type ArchivedChoice = (typeof archivedChoices)[number]

/**
 * Filter of lists across flows. What lies in an archived flow is evidence still, so it is listed
 * unless the caller says otherwise.
 */
export const archivedFlowsFilter = {
  archived: z._default(z.enum(archivedChoices), 'include'),
}

/** What an item of these lists says about its flow. */
export const archivedFlowsMark = {
  /** Whether its flow is archived; our addition. */
  flow_archived: z.boolean(),
}
