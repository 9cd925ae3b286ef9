const instances = (count: number) => `${count} instance${count === 1 ? '' : 's'}`

/** What an event says in words (wire.md 15.3). */
export function describeEvent(was: number, now: number): string {
  if (was === 0) return `${instances(now)} started running (from 0 to ${now})`
  if (now === 0) return `${instances(was)} stopped running (from ${was} to 0)`
  return was === now ? `${instances(now)} changed` : `scaled from ${was} to ${instances(now)}`
}
