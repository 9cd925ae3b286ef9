/**
 * What is added to a sentence about some environments where some of them are stale, so that nobody
 * knows what runs there now: ", when last seen", ", in 1 of the 3 when last seen".
 */
export function lastSeenText({ stale, all }: { stale: number; all: number }): string {
  if (stale === 0) return ''
  return stale === all ? ', when last seen' : `, in ${stale} of the ${all} when last seen`
}
