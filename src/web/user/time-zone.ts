import { readStored, store } from '#web/ui/browser-storage.ts'
import { setLocalZone } from '#web/ui/time-text.ts'

const storageKey = 'cairn.zone'
let ofOrganization: string | null = null

/** The zone that this browser was told to show; null for the organization's. */
export const ownZone = (): string | null => readStored(storageKey)

/** Shows times in a zone of one's own, or again in that of the organization. */
export function chooseZone(zone: string | null): void {
  store(storageKey, zone)
  showZone(ofOrganization)
}

/** Shows times in the zone of an organization, unless somebody chose one of their own. */
export function showZone(zone: string | null): void {
  ofOrganization = zone
  setLocalZone(ownZone() ?? zone)
}
