/** Zones in which a moment can be typed. */
export const zones = ['UTC', 'local'] as const
export type Zone = (typeof zones)[number]

/** What a field of date and time shows for a moment in Unix seconds. */
export function fieldTextOf(at: number | null | undefined, zone: Zone): string {
  if (at == null) return ''
  const shift = zone === 'UTC' ? 0 : new Date(at * 1_000).getTimezoneOffset() * 60
  const date = new Date((at - shift) * 1_000)
  // Beyond the years that dates can hold there is nothing to show.
  if (Number.isNaN(date.getTime())) return ''
  return date.toISOString().slice(0, date.getUTCSeconds() === 0 ? 16 : 19)
}

/** The moment that such a field means, in whole Unix seconds; undefined when it is empty. */
export function momentOfField(text: string, zone: Zone): number | undefined {
  const at = Date.parse(zone === 'UTC' ? `${text}Z` : text)
  return Number.isNaN(at) ? undefined : Math.floor(at / 1_000)
}
