import { Suspense } from 'react'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import type { DrawerPlace } from '#web/attestation/drawer/drawer.tsx'
import { OverrideLink } from '#web/override/override-link.tsx'
import type { DrawerSteps } from '#web/ui/drawer-frame.tsx'

const AttestationDrawer = lazyPart(() => import('#web/attestation/drawer/drawer.tsx'))
const FailedCases = lazyPart(() => import('#web/attestation/evidence/failed-cases.tsx'))
const OverrideBlock = lazyPart(() => import('#web/override/page/override-block.tsx'))

/** Loads the drawer when the browser is idle, so that its first press waits for nothing. */
export const useDrawerPreload = (): void => usePreload(AttestationDrawer, FailedCases)

/** An attestation beside its page, with what overrides it and the way to override it. */
export function OverridableAttestation(props: { place: DrawerPlace; steps: DrawerSteps }) {
  const { org } = props.place
  return (
    <Suspense>
      <AttestationDrawer
        {...props}
        renderOverride={(overrideId) => (
          <Suspense>
            <OverrideBlock org={org} overrideId={overrideId} />
          </Suspense>
        )}
        renderActions={(attestation) => <OverrideLink org={org} attestation={attestation} />}
      />
    </Suspense>
  )
}
