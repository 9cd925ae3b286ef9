import { counted } from '#domain/common/counted.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import {
  RequestLink,
  RequestMark,
  isAboutSubject,
  useTrailRequests,
} from '#web/override/request-marks.tsx'
import type { GroupArtifact, Slot, SlotGroup } from '#web/trail/slots.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

const WaitingCard = lazyPart(() => import('#web/override/waiting-card.tsx'))

/**
 * Where the history and what waits for a decision stand: beside the slots, or below all where a panel
 * takes that place, so that nothing moves when it opens. On narrow windows what waits is first.
 */
export function useSidePosition(hasPanel: boolean): 'beside' | 'first' | 'last' {
  const isDocked = useMediaQuery('(width >= 75rem)')
  const isWide = useMediaQuery('(width >= 110rem)')
  if (!isDocked) return 'first'
  return hasPanel && !isWide ? 'last' : 'beside'
}

/** Pending requests on a trail: a card, a count, and a mark or a sentence for a slot. */
export function useRequests(org: string, flow: string, trail: string) {
  const requests = useTrailRequests(org, flow, trail)
  const waits = requests.length === 1 ? 'waits' : 'wait'
  const find = (artifact: GroupArtifact | null, name: string) => {
    const fingerprint = artifact?.fingerprint ?? null
    const subject = { name, fingerprint, artifacts: artifact ? [artifact.name] : [] }
    return requests.find((one) => isAboutSubject(one, subject))
  }
  return {
    count: requests.length === 0 ? null : `${counted(requests.length, 'request')} ${waits}`,
    card: requests.length > 0 && <WaitingCard org={org} requests={requests} />,
    renderMark: ({ artifact }: SlotGroup, { name }: Slot) => {
      const request = find(artifact, name)
      return request && <RequestMark org={org} request={request} />
    },
    renderLink: ({ artifact }: SlotGroup, { name }: Slot) => {
      const request = find(artifact, name)
      return request && <RequestLink org={org} request={request} />
    },
  }
}
