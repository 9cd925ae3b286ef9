import fc from 'fast-check'
import { type ArchivedChoice, archivedChoices } from '#contract/common/archived.ts'

/** Choices of a list across flows about archived ones. */
export const archivedChoice = fc.constantFrom(...archivedChoices)

/** Returns whether a list with this choice shows an item, by its flow; `gone` is archived. */
export function isShown(
  { archived = 'include' }: { archived?: ArchivedChoice },
  { flow_name }: { flow_name: string },
): boolean {
  return archived === 'include' || (flow_name === 'gone') === (archived === 'only')
}
