import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { DrawerSteps } from '#web/ui/drawer-frame.tsx'
import { drawerSlotId } from '#web/ui/drawer-slot.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A link replaced what an open drawer showed: the drawer leads back to it. */
    isOverDrawer?: boolean
  }
}

/** State of an address that may replace what an open drawer shows. */
export const overDrawer = () => ({
  isOverDrawer: document.querySelector(`#${drawerSlotId} > *`) !== null,
})

const rowAttribute = 'data-attestation'

/** Marks the row of an attestation, so that its drawer can give the focus back. */
export const rowOf = (attestationId: string) => ({ [rowAttribute]: attestationId })

/** Ways out of the drawer of one of several attestations; `onOpen` puts the next one in the URL. */
export function useDrawerSteps(
  attestationId: string | undefined,
  ids: readonly string[],
  onOpen: (attestationId: string | undefined) => void,
): DrawerSteps {
  // A drawer that was there from the start leaves the focus to the page.
  const [atFirst, setAtFirst] = useState(attestationId)
  const before = useRef(attestationId)
  useEffect(() => {
    // However it was closed, by key, button or going back: the focus returns to the row.
    const closed = attestationId ? undefined : before.current
    before.current = attestationId
    if (!closed) return
    document.querySelector<HTMLElement>(`[${rowAttribute}="${CSS.escape(closed)}"]`)?.focus()
  }, [attestationId])

  const router = useRouter()
  const isOver = useLocation({ select: ({ state }) => state.isOverDrawer })
  const at = attestationId ? ids.indexOf(attestationId) : -1
  const open = (id: string | undefined) => {
    setAtFirst(undefined)
    onOpen(id)
  }
  const stepTo = (id: string | undefined) => (id ? () => open(id) : null)
  return {
    onBack: isOver ? () => router.history.back() : null,
    onClose: () => open(undefined),
    onPrevious: stepTo(at > 0 ? ids[at - 1] : undefined),
    onNext: stepTo(at === -1 ? undefined : ids[at + 1]),
    takesFocus: attestationId !== atFirst,
  }
}

/** The row that an attestation is shown in: overridden evidence stands in that of its override. */
export function rowIdOf(
  attestationId: string | undefined,
  rows: readonly { id: string | null; overriddenId: string | null }[],
): string | undefined {
  const overriding = rows.find(({ overriddenId }) => overriddenId === attestationId)
  return (attestationId && overriding?.id) ?? attestationId
}

/** The attestation whose row it is. */
export const attestationIn = (row: Element | null | undefined): string | null =>
  row?.querySelector(`[${rowAttribute}]`)?.getAttribute(rowAttribute) ?? null
