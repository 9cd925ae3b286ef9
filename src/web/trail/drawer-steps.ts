import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { DrawerSteps } from '../ui/drawer-frame.tsx'
import { attestationIdsOf, type SlotGroup } from './slots.ts'
import { rowAttribute } from './status-card.tsx'

/** Ways out of the drawer, in the order of the status card. */
export function useDrawerSteps(
  attestationId: string | undefined,
  groups: readonly SlotGroup[],
): DrawerSteps {
  const navigate = useNavigate()
  // A drawer that was there from the start leaves the focus to the page.
  const [atFirst, setAtFirst] = useState(attestationId)
  const before = useRef(attestationId)
  useEffect(() => {
    // However it was closed, by key, button or going back: the focus returns to the row.
    const closed = attestationId ? undefined : before.current
    before.current = attestationId
    if (closed) document.querySelector<HTMLElement>(`[${rowAttribute}="${closed}"]`)?.focus()
  }, [attestationId])

  const ids = attestationIdsOf(groups)
  const at = attestationId ? ids.indexOf(attestationId) : -1
  const open = (id: string | undefined) => {
    setAtFirst(undefined)
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, attestation_id: id }),
      resetScroll: false,
    })
  }
  const stepTo = (id: string | undefined) => (id ? () => open(id) : null)

  return {
    onClose: () => open(undefined),
    onPrevious: stepTo(at > 0 ? ids[at - 1] : undefined),
    onNext: stepTo(at === -1 ? undefined : ids[at + 1]),
    takesFocus: attestationId !== atFirst,
  }
}
