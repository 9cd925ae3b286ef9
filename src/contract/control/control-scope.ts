import * as z from 'zod/mini'
import { maybe } from '#contract/common/fields.ts'
import { environmentSelector, flowSelector } from '#contract/environment/environment-selector.ts'

/**
 * Where a control applies: to what runs in these environments and is of these flows. A logical
 * environment stands for its members.
 */
export const controlScope = z.strictObject({
  /** All active environments without one. */
  environments: maybe(z.strictObject(environmentSelector.shape)),
  /** Everything that runs without one; what is of no flow is in no such scope. */
  flows: maybe(z.strictObject(flowSelector.shape)),
})
export type ControlScope = z.output<typeof controlScope>

/** Who answers for a control: a team, a person, or both in words. */
export const controlOwner = z.string().check(z.maxLength(255))
