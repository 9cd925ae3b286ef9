import { verdictOfState, verdicts } from '#web/domain-ui/verdict.tsx'
import { fullSlotLabel } from '#web/flow/slot-labels.ts'
import type { TextFilter } from '#web/table/filter.ts'

interface SlotSearch {
  target?: string | undefined
  attestation_name?: string | undefined
  slot_state?: 'NON-COMPLIANT' | 'MISSING' | undefined
}

/** The slot that a matrix is narrowed to, as a filter to take away; none unless a link set it. */
export function slotFilter(search: SlotSearch, narrow: (change: SlotSearch) => void): TextFilter[] {
  const { target, attestation_name, slot_state } = search
  if (target === undefined && attestation_name === undefined) return []
  const text = fullSlotLabel({
    target: target ?? null,
    attestation_name: attestation_name ?? null,
  })
  return [
    {
      kind: 'text',
      label: slot_state ? verdicts[verdictOfState[slot_state]].label : 'In trouble',
      value: text,
      onChange: () =>
        narrow({ target: undefined, attestation_name: undefined, slot_state: undefined }),
    },
  ]
}
