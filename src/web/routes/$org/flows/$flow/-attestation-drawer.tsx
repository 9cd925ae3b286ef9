import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRefusal } from '#web/api/permission.ts'
import { lazyPart, usePreload } from '#web/connection/lazy-part.ts'
import type { DrawerSubject } from '#web/attestation/drawer/drawer.tsx'
import { attestationQuery } from '#web/attestation/queries.ts'
import { DrawerWhy } from '#web/domain-ui/why-link.tsx'
import { OverrideLink } from '#web/override/override-link.tsx'
import type { DrawerSteps } from '#web/ui/drawer-frame.tsx'
import { DrawerRoom } from '#web/ui/drawer-slot.tsx'

const AttestationDrawer = lazyPart(
  () => import('#web/attestation/drawer/drawer.tsx'),
  <DrawerRoom />,
)
const OverrideBlock = lazyPart(() => import('#web/override/page/override-block.tsx'))

/**
 * Loads the drawer when the browser is idle, and the form that overrides what it shows on a trail, so
 * that the first press of each waits for nothing.
 */
export function useDrawerPreload(org: string, flow: string, trail: string | null): void {
  const router = useRouter()
  const refusal = useRefusal('member')
  const form = async () => {
    if (refusal !== null || trail === null) return
    const params = { org, flow, trail }
    await router.preloadRoute({ to: '/$org/flows/$flow/trails/$trail/override', params })
  }
  usePreload(AttestationDrawer, OverrideBlock, { preload: form })
  usePrefetchOnRest(org)
}

/** How long a pointer or the focus rests on a link before it counts; the router's links have the same. */
const restMs = 50

/** The attestation that a link opens; those of the timeline are SVG, whose `href` is no text. */
const attestationOf = (link: Element | null) =>
  URL.parse(link?.getAttribute('href') ?? '', location.href)?.searchParams.get('attestation_id')

/**
 * Reads the attestation that a link opens beside the page when a pointer or the focus rests on it. The
 * router does so for links to other pages only: for this one the loader runs after the press.
 */
function usePrefetchOnRest(org: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onRest = ({ target }: Event) => {
      clearTimeout(timer)
      const id = attestationOf(target instanceof Element ? target.closest('a') : null)
      if (!id) return
      timer = setTimeout(() => void queryClient.prefetchQuery(attestationQuery(org, id)), restMs)
    }
    const events = ['pointerover', 'focusin'] as const
    for (const event of events) document.addEventListener(event, onRest)
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, onRest)
    }
  }, [org, queryClient])
}

/** An attestation beside its page, with what overrides it and the way to override it. */
export function OverridableAttestation(props: {
  subject: DrawerSubject
  steps: DrawerSteps
  /** Name of the page's own Why in the address. */
  why: string
}) {
  const { why, ...shown } = props
  const { org } = props.subject
  return (
    <AttestationDrawer
      {...shown}
      renderOverride={(overrideId) => <OverrideBlock org={org} overrideId={overrideId} />}
      renderActions={(attestation) => (
        <>
          <OverrideLink org={org} attestation={attestation} />
          <DrawerWhy of={why} />
        </>
      )}
    />
  )
}
