/** Evidence of an artifact in its history: reported, overridden, or how its override ended. */
export interface EvidenceEvent {
  name: string
  happened: 'reported' | 'overridden' | 'expired' | 'withdrawn' | 'restored'
}

/** Writes an event as clients read it: "scan attestation overridden", "scan override expired". */
export const historyText = ({ name, happened }: EvidenceEvent): string =>
  happened === 'reported' || happened === 'overridden'
    ? `${name} attestation ${happened}`
    : `${name} override ${happened}`

/** Whether `historyText` has written this of an override. */
export const isOverrideText = (text: string): boolean =>
  / (?:attestation overridden|override (?:expired|withdrawn|restored))$/.test(text)
