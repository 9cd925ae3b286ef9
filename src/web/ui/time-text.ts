const minute = 60
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Formats moments as the British do, each month by three letters: their September has four. */
function formatOf(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-GB', options)
  return {
    format: (at: Date) => format.format(at).replace('Sept', 'Sep'),
    zone: format.resolvedOptions().timeZone,
  }
}

/** Format of a zone by its IANA name; that of the browser for null or nonsense. */
function localOf(chosen: string | null): ReturnType<typeof formatOf> & { name: string } {
  try {
    const options = { day: 'numeric', month: 'short', year: 'numeric', ...clock } as const
    const timeZone = chosen ?? undefined
    return { ...formatOf({ ...options, timeZoneName: 'short', timeZone }), name: chosen ?? 'local' }
  } catch {
    return localOf(null)
  }
}
let zone: string | null = null
/** Made once something asks for it: the first format of a page takes long to make. */
let made: ReturnType<typeof localOf> | undefined
const local = () => (made ??= localOf(zone))

/** The IANA name of the zone that is told beside UTC. */
export const localZone = (): string => local().zone

/** The zone that is told beside UTC, by its IANA name; that of the browser for null or nonsense. */
export function setLocalZone(name: string | null): void {
  zone = name
  made = undefined
}

const asDate = (seconds: number) => new Date(seconds * 1_000)

/** Machine-readable form. */
export function isoOf(at: number): string {
  return asDate(at).toISOString()
}

/** "08:51:04", UTC. */
export function timeOfDay(at: number): string {
  return isoOf(at).slice(11, 19)
}

/** "08:51", UTC. */
export function minuteOfDay(at: number): string {
  return timeOfDay(at).slice(0, 5)
}

/** "20 Nov 08:58:40", UTC. */
export function momentOf(at: number): string {
  return `${dayAndMonthOf(at)} ${timeOfDay(at)}`
}

/** "20 Nov 2026, 08:58:40", UTC. */
export function datedOf(at: number): string {
  return `${dateOf(at)}, ${timeOfDay(at)}`
}

/** "20 Nov 08:58:40 UTC". */
export function stampOf(at: number): string {
  return `${momentOf(at)} UTC`
}

/** "13 Nov", UTC. */
export function dayAndMonthOf(at: number): string {
  const date = asDate(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

/** "13 Nov 2026", UTC. */
const dateOf = (at: number) => `${dayAndMonthOf(at)} ${asDate(at).getUTCFullYear()}`

/** "13 Nov", with the year when it is not this one. */
export function dayOf(at: number, now: number): string {
  const isThisYear = asDate(at).getUTCFullYear() === asDate(now).getUTCFullYear()
  return isThisYear ? dayAndMonthOf(at) : dateOf(at)
}

/** The day of all these moments, like `dayOf`; null where there are several days, or none. */
export function onlyDayOf(moments: readonly number[], now = Date.now() / 1_000): string | null {
  const [first, ...others] = new Set(moments.map((at) => dayOf(at, now)))
  return first !== undefined && others.length === 0 ? first : null
}

/** "Fri, 13 Nov 2026", UTC. */
export function wholeDayOf(at: number): string {
  return `${weekdays[asDate(at).getUTCDay()]}, ${dateOf(at)}`
}

/** "10:42:16 (Europe/Berlin)": the time of day in the zone that is told beside UTC. */
export function localClockOf(at: number): string {
  const { zone: timeZone } = local()
  return `${formatOf({ ...clock, timeZone }).format(asDate(at))} ${timeZone}`
}

/** Both zones to the second, for tips; one line where the clocks agree. */
export function spokenOf(at: number): string {
  const utc = `${datedOf(at)} UTC`
  const { format, name } = local()
  const there = format(asDate(at))
  return there === utc ? `${utc} (local)` : `${utc}\n${there} (${name})`
}

/** "now", "22 min", "17 h", "2 d", and past seven days the date. */
export function relativeOf(at: number, now: number): string {
  const age = Math.max(0, now - at)
  if (age < minute) return age < 10 ? 'now' : `${Math.floor(age)} s`
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  if (age < week) return `${Math.floor(age / day)} d`
  return dayOf(at, now)
}

/**
 * A length of time in its two largest units: "21 min", "3 h 24 min", "1.4 s". A number and its unit
 * stay on one line.
 */
export function durationOf(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10}\u00a0s`
  if (seconds < minute) return `${Math.round(seconds)}\u00a0s`
  const units: [number, string][] = [
    [day, 'd'],
    [hour, 'h'],
    [minute, 'min'],
    [1, 's'],
  ]
  const first = units.findIndex(([size]) => seconds >= size)
  const parts = units.slice(first, first + 2).map(([size, name], index) => {
    const above = index === 0 ? Infinity : (units[first]?.[0] ?? 1)
    return [Math.floor((seconds % above) / size), name] as const
  })
  // Seconds beside minutes say nothing worth reading.
  return parts
    .filter(([count, name], index) => index === 0 || (count > 0 && name !== 's'))
    .map(([count, name]) => `${count}\u00a0${name}`)
    .join(' ')
}
