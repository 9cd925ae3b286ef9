import fc from 'fast-check'
import { type ArchivedChoice, archivedChoices } from '#contract/flow/archived-flows.ts'

/** What a list across flows may be asked about archived ones. */
export const archivedChoice = fc.constantFrom(...archivedChoices)

/** Whether a list that is asked so shows an item, by the flow it lies in; `gone` is archived. */
export function isShown(
  { archived = 'include' }: { archived?: ArchivedChoice },
  { flow_name }: { flow_name: string },
): boolean {
  return archived === 'include' || (flow_name === 'gone') === (archived === 'only')
}
