import { type ReactNode, useState } from 'react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'

const DetachDialog = lazyPart(() => import('./detach-dialog.tsx'))

/** A policy where it is attached. */
interface Attached {
  environment: string
  policy: string
  /** Whether no other policy is attached there. */
  isLast?: boolean
}

/** Buttons of a list that detach a policy, and the dialog that asks before. */
export function useDetach(org: string, refusal: string | null) {
  const [leaving, setLeaving] = useState<Attached | null>(null)
  return {
    /** @param label - what goes, as a reader who cannot see the row needs it */
    renderDetach: (attached: Attached, label: string): ReactNode => (
      <Button
        kind="quiet"
        size="small"
        refusal={refusal}
        aria-label={label}
        onClick={() => setLeaving(attached)}
      >
        Detach
      </Button>
    ),
    dialog: leaving && <DetachDialog org={org} {...leaving} onClose={() => setLeaving(null)} />,
  }
}
