import { Suspense } from 'react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import type { DrawerPlace } from '#web/attestation/drawer/drawer.tsx'
import { DrawerWhy } from '#web/domain-ui/why-link.tsx'
import { OverrideLink } from '#web/override/override-link.tsx'
import type { DrawerSteps } from '#web/ui/drawer-frame.tsx'

const AttestationDrawer = lazyPart(() => import('#web/attestation/drawer/drawer.tsx'))
const FailedCases = lazyPart(() => import('#web/attestation/evidence/failed-cases.tsx'))
const OverrideBlock = lazyPart(() => import('#web/override/page/override-block.tsx'))

/** Loads the drawer when the browser is idle, so that its first press waits for nothing. */
export const useDrawerPreload = (): void => usePreload(AttestationDrawer, FailedCases)

/** An attestation beside its page, with what overrides it and the way to override it. */
export function OverridableAttestation(props: {
  place: DrawerPlace
  steps: DrawerSteps
  /** What the page's own Why is called in the address. */
  why: string
}) {
  const { why, ...shown } = props
  const { org } = props.place
  return (
    <Suspense>
      <AttestationDrawer
        {...shown}
        renderOverride={(overrideId) => (
          <Suspense>
            <OverrideBlock org={org} overrideId={overrideId} />
          </Suspense>
        )}
        renderActions={(attestation) => (
          <>
            <OverrideLink org={org} attestation={attestation} />
            <DrawerWhy of={why} />
          </>
        )}
      />
    </Suspense>
  )
}
