import * as z from 'zod/mini'
import { type ArchivedChoice, archivedChoices } from '#contract/common/archived.ts'
import { type ChoiceFilter, oneOf } from './filter.ts'

/** Parameter in the address of a list across flows: nothing where archived ones are left out. */
export const archivedFlowsSearch = {
  archived: z._default(z.enum(archivedChoices), 'exclude'),
}

/** Parameter for the service: it lists what lies in archived flows unless told otherwise. */
export const archivedOf = ({ archived }: { archived?: ArchivedChoice | undefined }) => ({
  archived: archived ?? 'exclude',
})

/** Adds what lies in archived flows to a list, or shows that alone. */
export const archivedFlowsFilter = (
  archived: ArchivedChoice | undefined,
  onChange: (archived: ArchivedChoice | undefined) => void,
): ChoiceFilter =>
  oneOf(
    'Archived flows',
    [
      { value: 'include', label: 'shown too' },
      { value: 'only', label: 'nothing else' },
    ],
    archived,
    onChange,
  )
