/** An override with what has to be said of it in few words. */
export interface BriefOverride {
  /** Name of the evidence. */
  name: string
  flow_name: string
  trail_name: string
  by: string
  /** Unix seconds; null for never. */
  expires_at: number | null
}

/** At most so many overrides are named. */
const maxNamed = 2

/** "27 Nov 2026", UTC. */
const dayText = (at: number) => new Date(at * 1_000).toUTCString().slice(5, 16)

const overrideText = ({ name, flow_name, trail_name, by, expires_at }: BriefOverride) =>
  `${name} of ${flow_name}/${trail_name}, ${by} ${expires_at === null ? 'without end' : `until ${dayText(expires_at)}`}`

/**
 * Returns what overrides are about, by whom and until when: "scan of shop/build-7, jonas until 27
 * Nov 2026"; the first two of several. '' for none.
 */
export function overridesText(overrides: readonly BriefOverride[]): string {
  const named = overrides.slice(0, maxNamed).map(overrideText)
  const more = overrides.length - named.length
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
